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
import io.troupe.core.message.PlainText;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.key.KeyFinder;
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
    private final LongTable<NumberedKey> numbers = new LongTable<>();
    private final Map<KeyedName, ArrayDeque<WaitingCall>> waiting = new HashMap<>();
    private int chars;

    /**
     * Keys of which a call was refused whose caller sends it elsewhere, until that has asked for the end. Any thread: calls are
     * refused in turns, too. A caller has at most as many as it has calls under way; of more the oldest are forgotten.
     */
    private final Map<KeyedName, CallNotServedException> sentElsewhere;

    /** Whether there are any. Written under the lock of the map, read before it is asked: with each call, and there seldom are. */
    private volatile boolean refusing;

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

    /** What a number stands for. Loop only. */
    private static final class NumberedKey {
        private final KeyedName name;

        /** Null before the first call, or if the type was not served then. */
        private @Nullable Target target;

        NumberedKey(KeyedName name) {
            this.name = name;
        }
    }

    /** A call that waits until its actor is known. Each has a target of its own, which is to know where its call has gone. */
    private record WaitingCall(Target target, AskMessage<?> ask) {}

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
        NumberedKey before = numbers.remove(number);
        chars -= before == null ? 0 : before.name.size();
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
            numbers.put(number, new NumberedKey(name));
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
        if (type == null || key == null) {
            NumberedKey known = numbers.get(to.id());
            return known == null ? null : find(known);
        }
        KeyedExposures.Served served =
                KeyedName.violation(type, key) == null ? exposures.keyed().find(type) : null;
        return served == null ? null : new Target(new KeyedName(type, key), served, false);
    }

    private @Nullable Target find(NumberedKey known) {
        Target target = known.target;
        if (target == null || target.served.isWithdrawn()) {
            KeyedExposures.Served served = exposures.keyed().find(known.name.type());
            target = served == null ? null : new Target(known.name, served, true);
            known.target = target;
        }
        return target;
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
        GuardedPolicy own = target.served.policy();
        if (own == null) {
            return "a type must be served with a policy, or nobody may call it: type=" + target.name.type();
        }
        if (isEnd(method)) {
            return null; // the resolver decides: without it calls that were refused once would be refused for ever
        }
        String denied = own.denial(caller, target.label(), method.method());
        return denied == null ? exposures.denial(caller, target.label(), method.method()) : denied;
    }

    // ---- calls ---------------------------------------------------------------------------------------------------

    /** The actor of a key, which is looked for when a call is put. */
    final class Target implements CallTarget, Outlet {
        private final KeyedName name;
        private final KeyedExposures.Served served;
        private final boolean numbered;

        /** Of a key that has a number, as of the first call. */
        private @Nullable KeyFinder finder;

        private @Nullable String label;

        /** Where a call has gone the last time. */
        private volatile @Nullable Outlet reached;

        Target(KeyedName name, KeyedExposures.Served served, boolean numbered) {
            this.name = name;
            this.served = served;
            this.numbered = numbered;
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
        public boolean isAt(String address) {
            Outlet last = reached;
            return last != null && last.address().equals(address);
        }

        @Override
        public String label() {
            String known = label;
            if (known == null) {
                known = name.toString();
                label = known;
            }
            return known;
        }

        @Override
        public @Nullable PromiseCarrier carrier() {
            return null;
        }

        @Override
        public void put(Message message, int bytes) {
            AskMessage<?> ask = (AskMessage<?>) message;
            ArrayDeque<WaitingCall> line = waiting.isEmpty() ? null : waiting.get(name);
            if (line != null) {
                line.add(new WaitingCall(this, ask));
                return;
            }
            try {
                if (ask instanceof EndOfKey || refusal(name) != null) {
                    deliver(this, ask, this);
                    return;
                }
                Outlet found = find();
                if (found == null) {
                    await(this, ask, served.resolver().later(name.key()));
                } else {
                    deliver(this, ask, found);
                }
            } catch (Throwable e) { // a resolver must not end the link
                ask.reject(failure(e));
            }
        }

        private @Nullable Outlet find() {
            if (!numbered) {
                return served.resolver().find(name.key());
            }
            KeyFinder known = finder;
            if (known == null) {
                known = served.resolver().finder(name.key());
                finder = known;
            }
            return known.find();
        }

        @Override
        public void failed(Throwable cause) {
            if (cause instanceof CallNotServedException refused
                    && served.resolver().isSentElsewhere(refused)) {
                synchronized (sentElsewhere) {
                    sentElsewhere.put(name, refused);
                    refusing = true;
                }
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
            return host.name() + "/" + PlainText.of(name.toString(), Integer.MAX_VALUE);
        }

        @Override
        public CallbackExecutor outsideExecutor() {
            return host.outsideExecutor();
        }
    }

    private static Throwable failure(Throwable cause) {
        return cause instanceof ActorException
                ? cause
                : new CallRefusedException("the actor of a key must be found: cause=" + cause, cause);
    }

    private void deliver(Target target, AskMessage<?> ask, Outlet found) {
        if (ask instanceof EndOfKey end) {
            new Observer<Void>() {
                @Override
                protected void onValue(@Nullable Void reached) {
                    forget(target.name);
                    end.answerLike(Promise.done());
                }

                @Override
                protected void onFailure(Throwable cause) {
                    forget(target.name);
                    end.reject(cause);
                }
            }.observe(target.served.resolver().end(target.name.key(), end.caller()));
            return;
        }
        CallNotServedException before = refusal(target.name); // also if the call has waited meanwhile
        if (before != null) {
            ask.reject(before);
            return;
        }
        target.reached = found;
        if (found.tryAsk(ask) == Offer.FULL) {
            ask.reject(new BackpressureException("there is no room for more calls to this actor: actor="
                    + found.address() + ", method=" + ask.method()));
        }
    }

    /** Why calls for a key are refused until their caller has asked for the end; null: they are not. */
    private @Nullable CallNotServedException refusal(KeyedName name) {
        return refusing ? sentElsewhere.get(name) : null;
    }

    private void forget(KeyedName name) {
        synchronized (sentElsewhere) {
            sentElsewhere.remove(name);
            refusing = !sentElsewhere.isEmpty();
        }
    }

    private void await(Target target, AskMessage<?> first, Promise<Outlet> later) {
        ArrayDeque<WaitingCall> line = new ArrayDeque<>();
        line.add(new WaitingCall(target, first));
        waiting.put(target.name, line);
        new Observer<Outlet>() {
            @Override
            protected void onValue(@Nullable Outlet found) {
                out.execute(() -> goOn(target.name, found, null));
            }

            @Override
            protected void onFailure(Throwable cause) {
                out.execute(() -> goOn(target.name, null, cause));
            }
        }.observe(later);
    }

    /** The actor is known now, or why there is none. */
    private void goOn(KeyedName name, @Nullable Outlet found, @Nullable Throwable failure) {
        ArrayDeque<WaitingCall> line = waiting.remove(name);
        if (line == null) {
            return; // the link has ended
        }
        for (WaitingCall call : line) {
            AskMessage<?> ask = call.ask;
            try {
                if (found != null || ask instanceof EndOfKey) {
                    deliver(call.target, ask, found == null ? call.target : found);
                } else {
                    ask.reject(
                            failure == null
                                    ? new CallRefusedException(
                                            "the actor of a key must be found: key=" + call.target.label())
                                    : failure);
                }
            } catch (Throwable e) {
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
