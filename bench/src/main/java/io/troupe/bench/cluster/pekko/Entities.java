// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.pekko;

import io.troupe.bench.cluster.pekko.Note.Echo;
import io.troupe.bench.cluster.pekko.Note.Held;
import io.troupe.bench.cluster.pekko.Note.Read;
import io.troupe.bench.cluster.pekko.Note.Reply;
import io.troupe.bench.cluster.pekko.Note.Request;
import io.troupe.bench.cluster.pekko.Note.Update;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.state.javadsl.DurableStateBehavior;

/** What entities do: those that keep nothing, those with a journal, and those with a state that is replaced. */
final class Entities {
    private static final byte[] NOTHING = {};

    private Entities() {}

    static Behavior<Request> parrot() {
        return Behaviors.receiveMessage(request -> {
            if (request instanceof Echo echo) {
                echo.replyTo().tell(new Reply(echo.id(), 0, echo.payload()));
            }
            return Behaviors.same();
        });
    }

    static Behavior<Request> journaled(String key) {
        return new Journaled(PersistenceId.ofUniqueId(key));
    }

    static Behavior<Request> replaced(String key) {
        return new Replaced(PersistenceId.ofUniqueId(key));
    }

    private static Held next(Held held, Update update) {
        return new Held(held.count() + 1, update.value());
    }

    private static void reply(int id, org.apache.pekko.actor.typed.ActorRef<Reply> to, Held held) {
        to.tell(new Reply(id, held.count(), NOTHING));
    }

    /** Each update is an event, which is the whole new state. */
    private static final class Journaled extends EventSourcedBehavior<Request, Held, Held> {
        Journaled(PersistenceId id) {
            super(id);
        }

        @Override
        public Held emptyState() {
            return new Held(0, NOTHING);
        }

        @Override
        public CommandHandler<Request, Held, Held> commandHandler() {
            return newCommandHandlerBuilder()
                    .forAnyState()
                    .onCommand(Update.class, (held, update) -> Effect()
                            .persist(next(held, update))
                            .thenRun((Held now) -> reply(update.id(), update.replyTo(), now)))
                    .onCommand(Read.class, (held, read) -> Effect()
                            .none()
                            .thenRun((Held now) -> reply(read.id(), read.replyTo(), now)))
                    .build();
        }

        @Override
        public EventHandler<Held, Held> eventHandler() {
            return (held, event) -> event;
        }
    }

    /** Each update replaces the state. */
    private static final class Replaced extends DurableStateBehavior<Request, Held> {
        Replaced(PersistenceId id) {
            super(id);
        }

        @Override
        public Held emptyState() {
            return new Held(0, NOTHING);
        }

        @Override
        public org.apache.pekko.persistence.typed.state.javadsl.CommandHandler<Request, Held> commandHandler() {
            return newCommandHandlerBuilder()
                    .forAnyState()
                    .onCommand(Update.class, (held, update) -> Effect()
                            .persist(next(held, update))
                            .thenRun((Held now) -> reply(update.id(), update.replyTo(), now)))
                    .onCommand(Read.class, (held, read) -> Effect()
                            .none()
                            .thenRun((Held now) -> reply(read.id(), read.replyTo(), now)))
                    .build();
        }
    }
}
