// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import org.objectweb.asm.Type;

/**
 * Internal names of the classes that are generated for an actor type, and of their members. The same in every process.
 *
 * <p>Here and wherever classes are generated: no lambdas and no + of strings, the first use of each costs milliseconds at
 * the start of a program.
 *
 * @param actor internal name of the actor type
 */
record GeneratedNames(String actor) {
    /** What no method of a user begins with. */
    static final String RESERVED = "troupe$";
    /** What follows the actor's name in the names of its messages, before number and method. */
    static final String MESSAGE = "$$TroupeMessage";
    /** Field of a reference. */
    static final String OUTLET = RESERVED + "outlet";
    /** Static field of the factory: what messages answer to {@code method()}. */
    static final String METHODS = RESERVED + "methods";

    GeneratedNames(Class<?> type) {
        this(Type.getInternalName(type));
    }

    String reference() {
        return actor.concat("$$TroupeReference");
    }

    String factory() {
        return actor.concat("$$TroupeFactory");
    }

    /** The number comes first: names differ even where file names ignore case. */
    @SuppressWarnings("UnnecessaryStringBuilder") // see above
    String message(MessageMethod method) {
        return new StringBuilder(actor)
                .append(MESSAGE)
                .append(method.index())
                .append('$')
                .append(method.name())
                .toString();
    }

    /** Field of a message. */
    static String argument(int index) {
        return "a".concat(Integer.toString(index));
    }
}
