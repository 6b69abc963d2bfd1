// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.contract;

import io.troupe.sp.engine.Engine;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.pattern.bus.Bus;
import io.troupe.sp.pattern.pair.Pair;
import io.troupe.sp.pattern.pipeline.Pipeline;
import io.troupe.sp.pattern.publish.Publish;
import io.troupe.sp.socket.DuplexSocket;

/** Raw sockets with default settings. */
public final class Raw {
    private static final SocketOptions DEFAULTS = SocketOptions.defaults();

    private Raw() {}

    /** PAIR. */
    public static DuplexSocket pair() {
        return Pair.raw(DEFAULTS, Engine.shared());
    }

    /** PAIR1 with one peer. */
    public static DuplexSocket pair1() {
        return Pair.rawOne(DEFAULTS, Engine.shared());
    }

    /** PAIR1 with many peers. */
    public static DuplexSocket pair1Poly() {
        return Pair.rawPoly(DEFAULTS, Engine.shared());
    }

    /** PUB. */
    public static DuplexSocket pub() {
        return Publish.rawPub(DEFAULTS, Engine.shared());
    }

    /** SUB. */
    public static DuplexSocket sub() {
        return Publish.rawSub(DEFAULTS, Engine.shared());
    }

    /** PUSH. */
    public static DuplexSocket push() {
        return Pipeline.rawPush(DEFAULTS, Engine.shared());
    }

    /** PULL. */
    public static DuplexSocket pull() {
        return Pipeline.rawPull(DEFAULTS, Engine.shared());
    }

    /** BUS. */
    public static DuplexSocket bus() {
        return Bus.raw(DEFAULTS, Engine.shared());
    }
}
