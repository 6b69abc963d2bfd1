// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.io.IOException;

/** A file breaks a rule of its format. The message is one sentence with the rule, the offset in bytes, and what stands there. */
public final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedFileException(String rule, long offset, String facts) {
        super(rule + ": offset=" + offset + (facts.isEmpty() ? "" : ", " + facts));
    }
}
