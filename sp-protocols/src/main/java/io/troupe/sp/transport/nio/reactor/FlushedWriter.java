// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio.reactor;

import org.jspecify.annotations.Nullable;

/** What a {@link Flusher} looks after. */
public abstract class FlushedWriter {
    /** The next in the list of newcomers; written before it is added, then the flusher's. */
    @Nullable
    FlushedWriter next;

    /** Not listed. */
    protected FlushedWriter() {}

    /** Called on the flusher's thread, each 50 µs or a little later; whether it has to come again. */
    protected abstract boolean tick();
}
