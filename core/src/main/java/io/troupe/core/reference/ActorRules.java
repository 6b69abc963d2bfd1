// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.actor.Lifecycle;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.promise.Promise;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What an actor type must be like. Collects everything that is wrong, one line each: rule, name=value, mend. */
final class ActorRules {
    private static final String THROUGH_INTERFACE = "use it through an interface: spawn(Api.class, Impl::new)";

    private static final Set<String> HOOKS = Set.of("onStart", "onStop", "onRestart");

    /** What stands before the simple names in the name of a type. Compiled only when something is wrong: that takes milliseconds. */
    private static final String PACKAGES = "(?:\\w+[.$])+";

    private final Class<?> type;
    private final List<String> violations = new ArrayList<>();

    private ActorRules(Class<?> type) {
        this.type = type;
    }

    /** Whether there is any point in looking at the methods; null if so, else what is wrong. */
    static @Nullable String hopeless(Class<?> type) {
        if (type.isPrimitive() || type.isArray() || type.isAnnotation()) {
            return "an actor type must be a class or an interface: type=" + type.getTypeName();
        }
        if (type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader()) {
            return "an actor type must not be a type of the JDK: type=" + type.getName()
                    + "; declare an interface or a class of your own";
        }
        if (type.isRecord() || type.isEnum()) {
            return "a record or enum cannot be extended by a reference: class=" + type.getName() + "; "
                    + THROUGH_INTERFACE;
        }
        return null;
    }

    /** All violations; empty if the type is fit. */
    static List<String> violations(MethodTable table) {
        ActorRules rules = new ActorRules(table.type());
        if (table.type().isInterface()) {
            rules.checkInterface();
        } else {
            rules.checkClass();
            rules.checkFields();
            rules.checkHelpers();
            rules.checkObjectMethods();
        }
        for (MessageMethod message : table.messages()) {
            rules.checkMessage(message.method());
        }
        for (Method method : table.callerSide()) {
            rules.checkCallerSide(method);
        }
        for (MethodTable.Forward forward : table.forwards()) {
            rules.checkForward(forward);
        }
        return List.copyOf(rules.violations);
    }

    private void checkInterface() {
        if (type.isSealed()) {
            add(
                    "a sealed interface cannot be implemented by a reference",
                    "interface",
                    type.getName(),
                    "remove sealed");
        }
        if (Lifecycle.class.isAssignableFrom(type)) {
            add(
                    "lifecycle hooks must not be callable on references",
                    "interface",
                    type.getName(),
                    "let the implementing class implement Lifecycle instead of the interface");
        }
    }

    private void checkClass() {
        int modifiers = type.getModifiers();
        if (!Actor.class.isAssignableFrom(type) || type == Actor.class) {
            add(
                    "an actor class must extend Actor",
                    "class",
                    type.getName(),
                    "extend Actor<" + type.getSimpleName() + "> or " + THROUGH_INTERFACE);
        } else {
            checkSelf();
        }
        if (type.isAnonymousClass()) {
            add("an actor class must have a name", "class", type.getName(), "name it or " + THROUGH_INTERFACE);
        } else if (Modifier.isFinal(modifiers)) {
            add("an actor class must not be final", "class", type.getName(), "remove final or " + THROUGH_INTERFACE);
        } else if (type.isHidden() || type.isSealed()) {
            add("an actor class must not be sealed or hidden", "class", type.getName(), THROUGH_INTERFACE);
        }
    }

    /** The argument of Actor is what {@code self()} is cast to. */
    private void checkSelf() {
        Class<?> self = new TypeArguments(type).erase(Actor.class.getTypeParameters()[0]);
        if (!self.isAssignableFrom(type)) {
            add(
                    "an actor class must extend Actor of itself",
                    "class",
                    type.getName() + ", self=" + self.getName(),
                    "extend Actor<" + type.getSimpleName() + ">");
        }
    }

    private void checkFields() {
        for (Class<?> next : Inheritance.classes(type)) {
            for (Field field : next.getDeclaredFields()) {
                checkField(field);
            }
        }
    }

    private void checkField(Field field) {
        int modifiers = field.getModifiers();
        if (Modifier.isStatic(modifiers)) {
            return;
        }
        if (Modifier.isPublic(modifiers)) {
            add(
                    "an actor must not have public fields, they are empty in references",
                    "field",
                    name(field),
                    "make it private and add a method that returns "
                            + promiseOf(field.getType(), field.getGenericType()));
        }
    }

    /**
     * What is allowed, as the actor's own code may need it, and a trap for others all the same: fields that are neither public
     * nor private can be read through a reference, where they are empty, and nothing can refuse that.
     *
     * @return a sentence, or null if there is nothing to say
     */
    static @Nullable String caution(Class<?> type) {
        if (type.isInterface()) {
            return null;
        }
        List<String> open = new ArrayList<>();
        for (Class<?> next : Inheritance.classes(type)) {
            for (Field field : next.getDeclaredFields()) {
                int modifiers = field.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE | Modifier.PUBLIC);
                if (modifiers == 0 && !field.isSynthetic()) {
                    open.add(name(field));
                }
            }
        }
        return open.isEmpty()
                ? null
                : "fields of an actor should be private, through a reference others read empty ones: fields="
                        + String.join(",", open) + "; make them private";
    }

    private static String name(Field field) {
        return field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }

    /** Methods that are not public run inside the actor only; a reference must be able to refuse them. */
    private void checkHelpers() {
        for (Class<?> next : Inheritance.classes(type)) {
            for (Method method : next.getDeclaredMethods()) {
                if (!isHelper(method)) {
                    continue;
                }
                if (Modifier.isFinal(method.getModifiers())) {
                    add(
                            "a method that is not public must not be final, it would run on the empty reference",
                            method,
                            "remove final, make it private or mark it @CallerSide");
                } else if (!Inheritance.isReachable(method, type)) {
                    add(
                            "a method of another package must not be package-private, it would run on the empty reference",
                            method,
                            "make it protected or private");
                }
            }
        }
    }

    private static boolean isHelper(Method method) {
        int modifiers = method.getModifiers();
        return !Modifier.isPublic(modifiers)
                && !Modifier.isPrivate(modifiers)
                && !Modifier.isStatic(modifiers)
                && !method.isSynthetic()
                && !method.isAnnotationPresent(CallerSide.class)
                && !Inheritance.isFinalizer(method);
    }

    private void checkObjectMethods() {
        for (Class<?> next : Inheritance.classes(type)) {
            for (Method method : next.getDeclaredMethods()) {
                boolean ours = Inheritance.isAnsweredByReference(method) || Inheritance.isFinalizer(method);
                if (ours && Modifier.isFinal(method.getModifiers())) {
                    add("references answer this method themselves, it must not be final", method, "remove final");
                }
            }
        }
    }

    private void checkMessage(Method method) {
        checkName(method);
        if (isHook(method)) {
            if (!type.isInterface()) { // else said of the interface as a whole
                add("a lifecycle hook must not be callable on references", method, "keep it protected");
            }
            return;
        }
        if (Modifier.isFinal(method.getModifiers())) {
            add("a public method must not be final", method, "remove final or mark it @CallerSide");
        }
        Class<?> result = method.getReturnType();
        if (result != void.class && result != Promise.class) {
            add(
                    "a public method must return nothing or a promise",
                    "method=" + name(method) + ", result",
                    method.getGenericReturnType().getTypeName(),
                    "return " + promiseOf(result, method.getGenericReturnType()) + " or mark it @CallerSide");
        }
        checkParameters(method);
    }

    private void checkParameters(Method method) {
        for (Class<?> parameter : method.getParameterTypes()) {
            if (!Inheritance.isVisible(parameter, type)) {
                add(
                        "parameter types must be visible in the actor's package",
                        "method=" + name(method) + ", parameter",
                        parameter.getTypeName(),
                        "make that class public");
            }
        }
    }

    private void checkCallerSide(Method method) {
        checkName(method);
        if (Modifier.isAbstract(method.getModifiers())) {
            add("a @CallerSide method must have a body", method, "write it as a default method or remove @CallerSide");
        }
    }

    private void checkForward(MethodTable.Forward forward) {
        checkName(forward.from());
        if (Modifier.isFinal(forward.from().getModifiers())) {
            add("a public method must not be final", forward.from(), "remove final");
        }
    }

    private void checkName(Method method) {
        if (method.getName().startsWith(GeneratedNames.RESERVED)) {
            add("method names must not begin with " + GeneratedNames.RESERVED, method, "choose another name");
        }
    }

    private boolean isHook(Method method) {
        boolean mayBe = !type.isInterface() || Lifecycle.class.isAssignableFrom(type);
        if (!mayBe || !HOOKS.contains(method.getName())) {
            return false;
        }
        try {
            Lifecycle.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /**
     * What should stand there instead.
     *
     * @param type erased
     * @param written the same as it is written, with the types of its parameters
     */
    private static String promiseOf(Class<?> type, Type written) {
        if (CompletionStage.class.isAssignableFrom(type)) {
            return "Promise.from(stage) as a Promise";
        }
        String name = written.getTypeName().replaceAll(PACKAGES, "");
        if (Promise.class.isAssignableFrom(type)) {
            int parameter = name.indexOf('<');
            return "Promise" + (parameter < 0 ? "" : name.substring(parameter));
        }
        return "Promise<"
                + (type.isPrimitive()
                        ? MethodType.methodType(type).wrap().returnType().getSimpleName()
                        : name)
                + ">";
    }

    private static String name(Method method) {
        return MethodInfo.of(method.getDeclaringClass(), method).toString();
    }

    private void add(String rule, Method method, String mend) {
        add(rule, "method", name(method), mend);
    }

    private void add(String rule, String name, String value, String mend) {
        violations.add(rule + ": " + name + "=" + value + "; " + mend);
    }
}
