// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/** Why a type has no encoding, and what to do: the second half of a sentence that begins with its name. */
final class TypeRefusals {
    private TypeRefusals() {}

    static String reason(Class<?> type) {
        if (Throwable.class.isAssignableFrom(type)) {
            return "is an exception, send a record that says what the receiver needs to know";
        } else if (type == Class.class) {
            return "would let others name classes to load, send a text or an enum";
        } else if (CompletionStage.class.isAssignableFrom(type) || Future.class.isAssignableFrom(type)) {
            return "is a future of this process, use Promise";
        } else if (type.isInterface() && !type.isSealed() && isFunctional(type)) {
            return "is code, which does not travel, use Callback for results or an interface of an actor";
        } else if (type.isInterface()) {
            return "is an interface whose implementations are unknown, seal it over records, or register an adapter";
        }
        return "is a class, make it a record, or register an adapter";
    }

    private static boolean isFunctional(Class<?> type) {
        int count = 0;
        for (Method method : type.getMethods()) {
            count += Modifier.isAbstract(method.getModifiers()) ? 1 : 0;
        }
        return count == 1;
    }

    static String closed(Class<?> type) {
        return "is a record that may not be looked into, make it and its package public, write \"opens "
                + type.getPackageName() + " to io.troupe.remoting\" in its module-info, or call WireTypes.lookup";
    }
}
