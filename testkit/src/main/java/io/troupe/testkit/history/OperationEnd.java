// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.Locale;

/** How an operation of a history has ended. */
public enum OperationEnd {
    /** The operation has happened, and its client knows the result. */
    OK,
    /** The operation has certainly not happened, and never will. */
    FAIL,
    /** Nobody knows. The operation may happen at any time after its beginning, or never; it stays open to the end. */
    INFO;

    /** {@return the constant in lower case, as logs of histories have it} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
