// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Tells when an object is not in use any more, which the garbage collector finds out. */
sealed interface UnusedReferences {
    /** A thread tells, soon after the collector. For systems with threads. */
    UnusedReferences BY_THREAD = new ByThread();

    /**
     * Watches an object.
     *
     * @param object to be watched
     * @param unused told once, when the object is not in use any more; must not hold it, nor block
     */
    void watch(Object object, Runnable unused);

    /** Tells now of all that the collector has found, in order of watching, if no thread does that. Returns how many. */
    int tell();

    /** By one thread of the process. Any thread. */
    final class ByThread implements UnusedReferences {
        private ByThread() {}

        /** Made with the first object. */
        private static final class Holder {
            static final Cleaner CLEANER = Cleaner.create(task -> {
                Thread thread = new Thread(task, "troupe-leases");
                thread.setDaemon(true);
                return thread;
            });
        }

        @Override
        public void watch(Object object, Runnable unused) {
            Holder.CLEANER.register(object, unused);
        }

        @Override
        public int tell() {
            return 0;
        }
    }

    /** By whoever asks: a collector comes when it likes, and a simulation is to be the same each time. Any thread. */
    final class OnDemand implements UnusedReferences {
        private final List<Watched> all = new ArrayList<>(); // guarded by this

        @Override
        public synchronized void watch(Object object, Runnable unused) {
            all.add(new Watched(object, unused));
        }

        @Override
        public int tell() {
            List<Watched> due = take();
            due.forEach(one -> one.unused.run());
            return due.size();
        }

        /** Looks at all: a queue would get them from another thread, some time after the collector has returned. */
        private synchronized List<Watched> take() {
            List<Watched> due = new ArrayList<>();
            all.removeIf(one -> one.refersTo(null) && due.add(one));
            return due;
        }

        private static final class Watched extends WeakReference<Object> {
            private final Runnable unused;

            Watched(Object object, Runnable unused) {
                super(object);
                this.unused = unused;
            }
        }
    }
}
