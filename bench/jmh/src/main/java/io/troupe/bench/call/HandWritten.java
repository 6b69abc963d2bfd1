// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.call;

import io.troupe.dispatch.cell.Message;

/** The messages one would write by hand for {@link Target}. */
final class HandWritten {
    private HandWritten() {}

    static final class One extends Message {
        private final int value;

        One(int value) {
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            ((Target) receiver).one(value);
        }
    }

    static final class Two extends Message {
        private final int value;

        Two(int value) {
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            ((Target) receiver).two(value);
        }
    }

    static final class Three extends Message {
        private final int value;

        Three(int value) {
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            ((Target) receiver).three(value);
        }
    }

    static final class Four extends Message {
        private final int value;

        Four(int value) {
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            ((Target) receiver).four(value);
        }
    }

    static final class Five extends Message {
        private final int value;

        Five(int value) {
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            ((Target) receiver).five(value);
        }
    }

    static final class Six extends Message {
        private final int value;

        Six(int value) {
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            ((Target) receiver).six(value);
        }
    }

    static final class Seven extends Message {
        private final int value;

        Seven(int value) {
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            ((Target) receiver).seven(value);
        }
    }

    static final class Eight extends Message {
        private final int value;

        Eight(int value) {
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            ((Target) receiver).eight(value);
        }
    }
}
