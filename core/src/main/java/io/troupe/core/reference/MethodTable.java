// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.actor.CallerSide;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.promise.Promise;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which methods of an actor type become what in its reference. Immutable, depends on nothing but the type, and its order
 * is stable: by name and descriptor. Made for types that break rules, too; {@link ActorRules} looks at it.
 *
 * @param type the class or interface
 * @param messages public methods whose calls are sent
 * @param callerSide public methods that the reference inherits as they are: marked ones, and helpers of super-interfaces
 * @param forwards public methods that call a more specific one, because no bridge in the type does
 * @param guards methods that are not public and must not run on a reference
 * @param finalizer whether there is a finalize method that must not run on a reference
 */
record MethodTable(
        Class<?> type,
        List<MessageMethod> messages,
        List<Method> callerSide,
        List<Forward> forwards,
        List<Method> guards,
        boolean finalizer) {

    /**
     * A method of a supertype that another method overrides in the language, but not in the class file.
     *
     * @param from the general method
     * @param to what a call of it means
     */
    record Forward(Method from, Method to) {}

    /**
     * Whether it is a default method of a super-interface that cannot be a message, such as {@code Function.andThen}. It
     * touches no state but by way of the other methods, which are messages on a reference.
     */
    private static boolean isInheritedHelper(Class<?> type, Method method) {
        Class<?> result = method.getReturnType();
        return method.isDefault()
                && method.getDeclaringClass() != type
                && result != void.class
                && result != Promise.class;
    }

    static MethodTable of(Class<?> type) {
        Map<String, Method> all = Inheritance.publicMethods(type);
        BridgeMethods overriding = new BridgeMethods(type, all.values());
        List<MessageMethod> messages = new ArrayList<>();
        List<Method> callerSide = new ArrayList<>();
        List<Forward> forwards = new ArrayList<>();
        for (Method method : all.values()) {
            Method target = overriding.specific(method);
            Method declared = overriding.origin(method);
            if (target != null) {
                if (!method.isBridge()) {
                    forwards.add(new Forward(method, target));
                }
            } else if (method.isAnnotationPresent(CallerSide.class) || isInheritedHelper(type, method)) {
                callerSide.add(method);
            } else {
                messages.add(new MessageMethod(messages.size(), method, MethodInfo.of(type, declared)));
            }
        }
        return new MethodTable(
                type,
                List.copyOf(messages),
                List.copyOf(callerSide),
                List.copyOf(forwards),
                Inheritance.guards(type, all.keySet()),
                Inheritance.hasFinalizer(type));
    }

    /** What the methods are, in the order of the messages. */
    List<MethodInfo> infos() {
        List<MethodInfo> found = new ArrayList<>();
        for (MessageMethod message : messages) {
            found.add(message.info());
        }
        return List.copyOf(found);
    }
}
