// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.call;

import io.troupe.dispatch.cell.Message;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** A method found by reflection, and messages that call it with boxed arguments. */
final class Handle {
    private static final List<String> METHODS = List.of("one", "two", "three", "four", "five", "six", "seven", "eight");

    private final MethodHandle method;

    private Handle(MethodHandle method) {
        this.method = method;
    }

    static List<Handle> allOf(Class<?> type) {
        List<Handle> handles = new ArrayList<>();
        for (String name : METHODS) {
            handles.add(new Handle(find(type, name)));
        }
        return List.copyOf(handles);
    }

    private static MethodHandle find(Class<?> type, String name) {
        try {
            return MethodHandles.lookup()
                    .findVirtual(type, name, MethodType.methodType(void.class, int.class))
                    .asSpreader(Object[].class, 1)
                    .asType(MethodType.methodType(void.class, Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("method must exist: method=" + name, e);
        }
    }

    Message message(Object... arguments) {
        return new HandleMessage(method, arguments);
    }

    private static final class HandleMessage extends Message {
        private final MethodHandle method;
        private final Object[] arguments;

        HandleMessage(MethodHandle method, Object[] arguments) {
            this.method = method;
            this.arguments = arguments;
        }

        @Override
        public void deliver(Object receiver) throws Throwable {
            method.invokeExact(receiver, arguments);
        }
    }
}
