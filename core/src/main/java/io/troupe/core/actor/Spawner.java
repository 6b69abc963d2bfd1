// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/** Creates actors: the system creates top actors, an actor's context its children. */
public interface Spawner {
    /**
     * Creates an actor. Returns at once; the factory runs in the actor's first turn.
     *
     * @param type the actor's class, or the interface it is used through
     * @param factory makes the object, also at restarts
     * @param options how to run it
     * @return the reference
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, with all violations; or the name is taken, or
     *     the system or parent is closing
     */
    <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options);

    /** {@link #spawn(Class, ActorFactory, ActorOptions)} with the defaults. */
    default <T> T spawn(Class<T> type, ActorFactory<? extends T> factory) {
        return spawn(type, factory, ActorOptions.defaults());
    }

    /** {@link #spawn(Class, ActorFactory, ActorOptions)} with a name. */
    default <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, String name) {
        return spawn(type, factory, ActorOptions.named(name));
    }
}
