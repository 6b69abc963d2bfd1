// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/** Creates actors. The system creates top actors, the context of an actor creates its children. */
public interface Spawner {
    /**
     * Creates an actor. Returns at once; the factory runs in the actor's first turn.
     *
     * @param <T> type of the reference
     * @param type the actor's class, or the interface that others use it through
     * @param factory makes the object, also at restarts; if it throws, the actor has failed
     * @param options name, dispatcher, mailbox and supervision of the actor
     * @return the reference, which takes calls at once
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule (the message lists all violations), the
     *     name is taken, or the system or parent is closing
     */
    <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options);

    /**
     * Creates an actor with default options, see {@link #spawn(Class, ActorFactory, ActorOptions)}.
     *
     * @param <T> type of the reference
     * @param type the actor's class, or the interface that others use it through
     * @param factory makes the object, also at restarts; if it throws, the actor has failed
     * @return the reference, which takes calls at once
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, or the system or parent is closing
     */
    default <T> T spawn(Class<T> type, ActorFactory<? extends T> factory) {
        return spawn(type, factory, ActorOptions.defaults());
    }

    /**
     * Creates an actor with a name and otherwise default options, see {@link #spawn(Class, ActorFactory, ActorOptions)}.
     *
     * @param <T> type of the reference
     * @param type the actor's class, or the interface that others use it through
     * @param factory makes the object, also at restarts; if it throws, the actor has failed
     * @param name unique among the siblings: letters, digits, '-', '_' or '.', beginning with a letter or digit
     * @return the reference, which takes calls at once
     * @throws IllegalArgumentException if the name breaks that rule
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, the name is taken, or the system or
     *     parent is closing
     */
    default <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, String name) {
        return spawn(type, factory, ActorOptions.named(name));
    }
}
