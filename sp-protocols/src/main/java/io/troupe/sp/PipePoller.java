// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

/** What a thread does for the socket's pipes before and while it waits. */
interface PipePoller {

    /** For what has no pipes. */
    PipePoller NONE = new PipePoller() {
        @Override
        public boolean mayWait() {
            return true;
        }

        @Override
        public void flush() {}

        @Override
        public boolean poll() {
            return false;
        }

        @Override
        public void watch() {}
    };

    /** Whether a thread may wait here; false: nothing would ever happen if it did. */
    boolean mayWait();

    /** Writes what is held back. */
    void flush();

    /** Reads what has arrived, on this thread; whether there was something. */
    boolean poll();

    /** Makes sure that others read while this thread sleeps. */
    void watch();
}
