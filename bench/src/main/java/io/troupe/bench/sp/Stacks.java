// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.sp.driver.DriverStack;
import io.troupe.bench.sp.netty.NettyStack;
import io.troupe.bench.sp.raw.RawStack;
import io.troupe.bench.sp.stack.JavaStack;
import io.troupe.bench.sp.stack.SpStack;
import io.troupe.bench.sp.troupe.TroupeStack;
import io.troupe.bench.sp.zeromq.JeroMqStack;
import java.util.List;

/** All stacks there are. A further one is a class in a package of its own, and a line here. */
final class Stacks {
    private static final List<SpStack> ALL = List.of(
            DriverStack.raw(false),
            DriverStack.raw(true),
            new RawStack(false),
            new RawStack(true),
            TroupeStack.usual(),
            TroupeStack.spinning(),
            TroupeStack.wrapping(),
            DriverStack.nanomsg(),
            DriverStack.nng(),
            new JeroMqStack(),
            new NettyStack());

    private Stacks() {}

    static List<String> names() {
        return ALL.stream().map(SpStack::name).toList();
    }

    /**
     * The stack of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static SpStack named(String name) {
        return ALL.stream()
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "stack must be one of " + String.join(", ", names()) + ": stack=" + name));
    }

    /**
     * The stack of this name, if it runs on the virtual machine.
     *
     * @throws IllegalArgumentException if it does not, or there is none
     */
    static JavaStack javaStack(String name) {
        if (named(name) instanceof JavaStack stack) {
            return stack;
        }
        throw new IllegalArgumentException("stack must run on the virtual machine: stack=" + name);
    }
}
