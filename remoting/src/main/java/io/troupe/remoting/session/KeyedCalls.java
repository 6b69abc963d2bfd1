// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.Caller;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Observer;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.CallPolicy;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the other side to actors that are found by key. Keeps what the numbers of keys stand for, and calls that wait until
 * their actor is known, in order: nothing else, however many keys are called. Loop only.
 */
final class KeyedCalls {
    /** A side that counts as {@link KeyNumbers} does stays far below. */
    private static final int MOST_CHARS = 2 * KeyNumbers.MOST_CHARS;

    private final OutletHost host;
    private final Exposures exposures;
    private final WriteQueue out;
    private final LongTable<KeyedName> numbers = new LongTable<>();
    private final Map<KeyedName, ArrayDeque<AskMessage<?>>> waiting = new HashMap<>();
    private int chars;

    /**
     * Keys of which a call was refused whose caller sends it elsewhere, until that has asked for the end. Any thread: calls are
     * refused in turns, too. A caller has at most as many as it has calls under way; of more the oldest are forgotten.
     */
    private final Map<KeyedName, CallNotServedException> sentElsewhere;

    /** How the end of a key is asked for. */
    private final CallTable.Entry end;

    /**
     * Nothing is known.
     *
     * @param host the actor system
     * @param exposures has the types
     * @param out whose loop goes on when an actor is known
     * @param maxCalls that may be under way
     */
    KeyedCalls(OutletHost host, Exposures exposures, WriteQueue out, int maxCalls) {
        this.host = host;
        this.exposures = exposures;
        this.out = out;
        this.sentElsewhere = Collections.synchronizedMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<KeyedName, CallNotServedException> eldest) {
                return size() > maxCalls;
            }
        });
        this.end = new CallTable.Entry(-1, exposures.serializerOf(EndOfKey.METHOD));
    }

    // ---- numbers -------------------------------------------------------------------------------------------------

    /**
     * The other side has given a number to a key, or has taken it back.
     *
     * @return why that makes no sense; null: it does
     */
    @Nullable
    String onKeyNumber(Frame.KeyNumber frame) {
        long number = frame.number();
        if (number < 1 || number > KeyNumbers.MOST) {
            return "the number of a key must be from 1 to " + KeyNumbers.MOST + ": number=" + number;
        }
        KeyedName before = numbers.remove(number);
        chars -= before == null ? 0 : before.size();
        if (frame.typeName().isEmpty() && frame.key().isEmpty()) {
            return null;
        }
        String wrong = KeyedName.violation(frame.typeName(), frame.key());
        KeyedName name = new KeyedName(frame.typeName(), frame.key());
        if (wrong == null && chars + name.size() > MOST_CHARS) {
            wrong = "keys with numbers must not have more characters: most=" + MOST_CHARS;
        }
        if (wrong == null) {
            chars += name.size();
            numbers.put(number, name);
        }
        return wrong;
    }

    /** How many numbers stand for something. */
    int known() {
        return numbers.size();
    }

    /** What a call is for; null if there is no such type, or the key is not valid. */
    @Nullable
    Target find(TargetId to) {
        String type = to.name();
        String key = to.key();
        KeyedName name;
        if (type == null || key == null) {
            name = numbers.get(to.id());
        } else {
            name = KeyedName.violation(type, key) == null ? new KeyedName(type, key) : null;
        }
        KeyedExposures.Served served = name == null ? null : exposures.keyed().find(name.type());
        return name == null || served == null ? null : new Target(name, served);
    }

    /** The method of a target, or null. */
    CallTable.@Nullable Entry method(Target target, String name) {
        return name.equals(EndOfKey.NAME) ? end : target.table().find(name);
    }

    /** Whether a method asks for the end of a key. */
    boolean isEnd(CallTable.Entry method) {
        return method.index() < 0;
    }

    /** Why a call is not allowed, or null. */
    @Nullable
    String denial(Target target, CallTable.Entry method, @Nullable Caller caller) {
        CallPolicy own = target.served.policy();
        if (own == null) {
            return "a type must be served with a policy, or nobody may call it: type=" + target.name.type();
        }
        if (isEnd(method)) {
            return null; // the resolver decides: without it calls that were refused once would be refused for ever
        }
        String denied = Exposures.denial(own, caller, target.label(), method.method());
        return denied == null ? Exposures.denial(exposures.policy(), caller, target.label(), method.method()) : denied;
    }

    // ---- calls ---------------------------------------------------------------------------------------------------

    /** The actor of a key, which is looked for when a call is put. */
    final class Target implements CallTarget, Outlet {
        private final KeyedName name;
        private final KeyedExposures.Served served;

        Target(KeyedName name, KeyedExposures.Served served) {
            this.name = name;
            this.served = served;
        }

        @Override
        public CallTable table() {
            return served.table();
        }

        @Override
        public Outlet outlet() {
            return this;
        }

        @Override
        public String label() {
            return name.toString();
        }

        @Override
        public void put(Message message, int bytes) {
            AskMessage<?> ask = (AskMessage<?>) message;
            ArrayDeque<AskMessage<?>> line = waiting.get(name);
            if (line != null) {
                line.add(ask);
                return;
            }
            try {
                if (ask instanceof EndOfKey || sentElsewhere.containsKey(name)) {
                    deliver(this, ask, this);
                    return;
                }
                Outlet found = served.resolver().find(name.key());
                if (found == null) {
                    await(this, ask, served.resolver().later(name.key()));
                } else {
                    deliver(this, ask, found);
                }
            } catch (RuntimeException e) { // a resolver must not end the link
                ask.reject(failure(e));
            }
        }

        @Override
        public void failed(Throwable cause) {
            if (cause instanceof CallNotServedException refused
                    && served.resolver().isSentElsewhere(refused)) {
                sentElsewhere.put(name, refused);
            }
        }

        @Override
        public void tell(TellMessage message) {
            throw new AssertionError("all calls by key are answered");
        }

        @Override
        public <T> Promise<T> ask(AskMessage<T> message) {
            put(message, 0);
            return message;
        }

        @Override
        public String address() {
            return host.name() + "/" + PeerText.of(name.toString(), Integer.MAX_VALUE);
        }

        @Override
        public CallbackExecutor outsideExecutor() {
            return host.outsideExecutor();
        }
    }

    private static Throwable failure(RuntimeException cause) {
        return cause instanceof ActorException
                ? cause
                : new CallRefusedException("the actor of a key must be found: cause=" + cause, cause);
    }

    private void deliver(Target target, AskMessage<?> ask, Outlet found) {
        if (ask instanceof EndOfKey end) {
            new Observer<Void>() {
                @Override
                protected void onValue(@Nullable Void reached) {
                    sentElsewhere.remove(target.name);
                    end.answerLike(Promise.done());
                }

                @Override
                protected void onFailure(Throwable cause) {
                    sentElsewhere.remove(target.name);
                    end.reject(cause);
                }
            }.observe(target.served.resolver().end(target.name.key(), end.caller()));
            return;
        }
        CallNotServedException before = sentElsewhere.get(target.name); // also if the call has waited meanwhile
        if (before != null) {
            ask.reject(before);
        } else if (found.tryAsk(ask) == Offer.FULL) {
            ask.reject(new BackpressureException("there is no room for more calls to this actor: actor="
                    + found.address() + ", method=" + ask.method()));
        }
    }

    private void await(Target target, AskMessage<?> first, Promise<Outlet> later) {
        ArrayDeque<AskMessage<?>> line = new ArrayDeque<>();
        line.add(first);
        waiting.put(target.name, line);
        new Observer<Outlet>() {
            @Override
            protected void onValue(@Nullable Outlet found) {
                out.execute(() -> goOn(target, found, null));
            }

            @Override
            protected void onFailure(Throwable cause) {
                out.execute(() -> goOn(target, null, cause));
            }
        }.observe(later);
    }

    /** The actor is known now, or why there is none. */
    private void goOn(Target target, @Nullable Outlet found, @Nullable Throwable failure) {
        ArrayDeque<AskMessage<?>> line = waiting.remove(target.name);
        if (line == null) {
            return; // the link has ended
        }
        for (AskMessage<?> ask : line) {
            try {
                if (found != null || ask instanceof EndOfKey) {
                    deliver(target, ask, found == null ? target : found);
                } else {
                    ask.reject(
                            failure == null
                                    ? new CallRefusedException(
                                            "the actor of a key must be found: key=" + target.label())
                                    : failure);
                }
            } catch (RuntimeException e) {
                ask.reject(failure(e));
            }
        }
    }

    /** The link has ended. */
    void clear() {
        waiting.clear();
        numbers.clear();
    }
}
