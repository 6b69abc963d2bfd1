// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.session.RestrictedOutlet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Makes references with fewer rights, to pass or return to somebody who may not call everything. A receiver, here or
 * over a link, can call the chosen methods of the actor and no others, until the rights are revoked. Any thread.
 *
 * <pre>{@code
 * public Promise<Account> visit() {
 *     return Promise.of(Exposure.of(account).only("balance"));
 * }
 * }</pre>
 *
 * @param <T> type of the reference
 */
public final class Exposure<T> {
    private final T reference;
    private final ReferenceType<?> type;

    private Exposure(T reference) {
        this.reference = reference;
        this.type = ReferenceType.ofReference(reference);
    }

    /**
     * Begins with an actor; {@link #only} chooses its methods.
     *
     * @param reference a reference to the actor; of a restricted one the result allows no more than it does
     * @param <T> type of the reference
     * @return makes restricted references to the actor
     * @throws IllegalArgumentException if it is not a reference
     */
    public static <T> Exposure<T> of(T reference) {
        return new Exposure<>(reference);
    }

    /**
     * Makes a reference that allows some methods. Other calls fail with {@link
     * io.troupe.core.error.CallRefusedException}: an ask fails its promise; a tell throws it, or becomes a dead letter
     * if it was sent over a link.
     *
     * @param methods names of methods, each for all methods of the name; none: nothing can be called
     * @return a new reference, whose rights {@link #revoke} ends
     * @throws IllegalArgumentException if the type has no method of a name
     */
    @SuppressWarnings("unchecked") // the type of the given reference
    public T only(String... methods) {
        for (String name : Objects.requireNonNull(methods, "methods")) {
            if (type.methods().stream().noneMatch(method -> method.name().equals(name))) {
                throw new IllegalArgumentException(
                        "there is no such method: type=" + type.type().getName() + ", method=" + name);
            }
        }
        return (T) type.newReference(new RestrictedOutlet(Reference.outletOf(reference), Set.copyOf(List.of(methods))));
    }

    /**
     * Takes back the rights of a restricted reference and of all that were made from it, wherever they are. Calls that
     * are in the mailbox already are delivered.
     *
     * @param restricted a reference that {@link #only} has made in this process
     * @return whether its rights had not been revoked before
     * @throws IllegalArgumentException if it is not such a reference
     */
    public static boolean revoke(Object restricted) {
        Outlet outlet = Reference.outletOf(restricted);
        if (outlet instanceof RestrictedOutlet rights) {
            return rights.revoke();
        }
        throw new IllegalArgumentException("only restricted references can be revoked: address=" + outlet.address());
    }
}
