// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

import java.io.IOException;

/** A simulated disk has refused something. The message begins with what real systems say: {@code no space left on device}. */
public final class DiskException extends IOException {
    private static final long serialVersionUID = 1;

    /** Why a disk refuses. */
    public enum Reason {
        /** It is full. */
        NO_SPACE("no space left on device"),
        /** It can be read only. */
        READ_ONLY("read-only file system"),
        /** It has failed; bytes of a write may have reached it in part. */
        IO_ERROR("input/output error"),
        /** There is no such file. */
        NO_FILE("no such file");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        /** {@return what people read} */
        public String text() {
            return text;
        }
    }

    private final Reason reason;

    DiskException(Reason reason, String file) {
        super(reason.text() + ": file=" + file);
        this.reason = reason;
    }

    /** {@return why} */
    public Reason reason() {
        return reason;
    }
}
