// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import io.troupe.bench.remoting.grpc.GrpcStack;
import io.troupe.bench.remoting.jgroups.JGroupsStack;
import io.troupe.bench.remoting.netty.NettyStack;
import io.troupe.bench.remoting.pekko.PekkoStack;
import io.troupe.bench.remoting.rsocket.RSocketStack;
import io.troupe.bench.remoting.stack.Stack;
import io.troupe.bench.remoting.troupe.TroupeStack;
import io.troupe.remoting.Encoding;
import java.util.List;

/** All stacks there are. */
final class Stacks {
    /** The first, the limit; it is no peer. */
    private static final List<Stack> ALL = List.of(
            new NettyStack(),
            new TroupeStack(Encoding.BINARY, false),
            new TroupeStack(Encoding.CBOR, false),
            new TroupeStack(Encoding.JSON, false),
            new TroupeStack(Encoding.BINARY, true),
            new RSocketStack(),
            new GrpcStack(),
            new PekkoStack(),
            new JGroupsStack());

    private Stacks() {}

    static List<String> names() {
        return ALL.stream().map(Stack::name).toList();
    }

    /**
     * Finds a stack.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    static Stack named(String name) {
        return ALL.stream()
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("stack must be one of " + names() + ": stack=" + name));
    }
}
