// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.dispatch.cell.Message;

/**
 * A call without a result. For each void method a final subclass is generated that has the arguments as typed fields and
 * calls the method directly.
 */
public abstract class TellMessage extends Message implements Call {
    /** For generated subclasses. */
    protected TellMessage() {}
}
