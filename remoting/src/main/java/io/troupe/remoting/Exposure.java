// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.session.RestrictedOutlet;
import java.util.List;
import java.util.Set;

/**
 * Makes references with fewer rights. They are passed and returned like others; a receiver, here or over a link, can call the chosen
 * methods of the actor and no others, until the rights are revoked. Any thread.
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
     * Of an actor.
     *
     * @param reference to it; of a restricted one the result allows no more
     * @throws IllegalArgumentException if it is not a reference
     */
    public static <T> Exposure<T> of(T reference) {
        return new Exposure<>(reference);
    }

    /**
     * A new reference that allows some methods. What is not allowed fails with {@link io.troupe.core.error.CallRefusedException}: an ask
     * by its promise; a tell throws it, or becomes a dead letter if it was sent over a link.
     *
     * @param methods names; all methods of a name are meant
     * @throws IllegalArgumentException if there is no such method
     */
    @SuppressWarnings("unchecked") // the type of the given reference
    public T only(String... methods) {
        for (String name : methods) {
            if (type.methods().stream().noneMatch(method -> method.name().equals(name))) {
                throw new IllegalArgumentException(
                        "there is no such method: type=" + type.type().getName() + ", method=" + name);
            }
        }
        return (T) type.newReference(new RestrictedOutlet(Reference.outletOf(reference), Set.copyOf(List.of(methods))));
    }

    /**
     * Takes the rights of a restricted reference back, and of all that were made of it, wherever they are.
     *
     * @param restricted made by {@link #only} in this process
     * @return whether it had rights
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
