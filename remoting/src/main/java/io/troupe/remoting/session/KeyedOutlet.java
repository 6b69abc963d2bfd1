// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.Observer;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.message.AskedTell;
import io.troupe.core.message.PlainText;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.key.KeyTarget;
import org.jspecify.annotations.Nullable;

/**
 * What the other side finds by type and key, over whatever session is up. All keys of a session share one cell, so a key costs this
 * object and nothing else. Any thread.
 */
final class KeyedOutlet extends RemoteOutlet implements KeyTarget {
    private final BasicLink link;
    private final KeyedName name;
    private final boolean waiting;

    /** The way of the present session; replaced when there is another one. Racy: any of them will do. */
    private @Nullable Route latest;

    KeyedOutlet(BasicLink link, KeyedName name, boolean waiting) {
        super(link.config().host(), waiting);
        this.link = link;
        this.name = name;
        this.waiting = waiting;
    }

    KeyedName name() {
        return name;
    }

    @Override
    @Nullable
    Route route() {
        OutgoingCalls up = link.calls();
        if (up == null || up.isDown()) {
            return null;
        }
        Route known = latest;
        if (known == null || known.calls() != up) {
            known = new Route(up, up.keyedCell());
            latest = known;
        }
        return known;
    }

    @Override
    public void tell(TellMessage message) {
        ask(asked(message));
    }

    @Override
    public Offer tryTell(TellMessage message) {
        return tryAsk(asked(message));
    }

    private AskedTell asked(TellMessage message) {
        AskedTell asked = new AskedTell(message);
        new Observer<Void>() {
            @Override
            protected void onValue(@Nullable Void executed) {}

            @Override
            protected void onFailure(Throwable cause) {
                host().deadLetter(new DeadLetter(
                        address(),
                        message.method().toString(),
                        cause instanceof LinkLostException ? DeadLetter.Reason.LINK_LOST : DeadLetter.Reason.REFUSED));
            }
        }.observe(asked);
        return asked;
    }

    @Override
    public Promise<Void> end() {
        EndOfKey end = new EndOfKey(null);
        offer(end);
        return end;
    }

    /** It must come behind the calls that were sent, whatever waits. */
    private void offer(EndOfKey end) {
        if (!end.isSettled() && tryAsk(end) == Offer.FULL) {
            whenRoom(() -> offer(end));
        }
    }

    /**
     * Not for actors that are found by key, whose ends nobody would see.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Promise<Terminated> watch() {
        throw new UnsupportedOperationException(
                "an actor that is found by key has no end to watch: address=" + address());
    }

    @Override
    public RemoteOutlet waiting(boolean wait) {
        return wait == waiting ? this : new KeyedOutlet(link, name, wait);
    }

    @Override
    String downBecause() {
        return link.downBecause();
    }

    @Override
    public String address() {
        return link.peer() + "/" + PlainText.of(name.toString(), Integer.MAX_VALUE);
    }

    @Override
    public Object identity() {
        return new Identity(link, name);
    }

    /** Equal names on one link are one target. */
    private record Identity(BasicLink link, KeyedName name) {}
}
