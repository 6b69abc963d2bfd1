// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.PlainText;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What actors of the other side need of the link that leads to them: cells for their messages, their names and ends. Its
 * identity is that of the link. Any thread, unless said otherwise.
 */
final class OutgoingCalls {
    private static final Logger LOG = LoggerFactory.getLogger(OutgoingCalls.class);
    private static final Tally REFUSED = new Tally();

    private final OutletHost host;
    private final SessionState state;
    private final WriteQueue out;
    private final Streams streams;
    private final OutCells cells;
    private final LongAdder dropped = new LongAdder();

    /** Loop only. */
    private final Map<String, SettablePromise<Boolean>> resolving = new HashMap<>();

    /**
     * Of one link.
     *
     * @param host the actor system
     * @param state whether the link is up
     * @param out takes questions
     * @param streams where watches have their numbers
     * @param cells where messages wait
     */
    OutgoingCalls(OutletHost host, SessionState state, WriteQueue out, Streams streams, OutCells cells) {
        this.host = host;
        this.state = state;
        this.out = out;
        this.streams = streams;
        this.cells = cells;
    }

    /** The actor system. */
    OutletHost host() {
        return host;
    }

    boolean isDown() {
        return state.isDown();
    }

    /** Whether new calls are refused. */
    boolean isParting() {
        return state.isParting();
    }

    /** Why the link has ended, in words. */
    String downBecause() {
        return state.downBecause();
    }

    /** The other side, for people. */
    String peer() {
        return state.peer();
    }

    /** The cell of a target by the name under which it is exposed over there. */
    OutCell cell(String name) {
        return cells.named(name);
    }

    /** The cell of all targets that are found by key over there. */
    OutCell keyedCell() {
        return cells.keyed();
    }

    // ---- calls and ends ------------------------------------------------------------------------------------------

    /** The caller does not want the answer any more. */
    void abandon(AskMessage<?> ask) {
        out.execute(
                () -> { // behind its encoding
                    PendingCall pending = PendingCall.of(ask);
                    if (pending != null) { // of this link, or of one that takes no new calls
                        pending.abandon();
                    }
                });
    }

    /** The call has another deadline now, or none. */
    void limit(AskMessage<?> ask) {
        out.execute(() -> {
            PendingCall pending = PendingCall.of(ask);
            if (pending != null) {
                pending.limit();
            }
        });
    }

    /** An answer has come that nobody waits for. */
    void late() {
        host.lateResult();
    }

    /**
     * Watches an actor of the other side.
     *
     * @param cell of the actor
     * @param address of the actor
     * @param end fulfilled with its end
     */
    void watch(OutCell cell, String address, SettablePromise<Terminated> end) {
        new RemoteWatch(streams, out, state, address, end).begin(cell);
    }

    // ---- names ---------------------------------------------------------------------------------------------------

    /**
     * Asks for the number of a name, which is checked and learnt by that. Any thread.
     *
     * @param name exposed over there
     * @return fulfilled with whether there is such a target
     */
    SettablePromise<Boolean> resolve(String name) {
        SettablePromise<Boolean> found = host.newPromise();
        out.execute(() -> resolve(name, found));
        if (state.isDown()) { // the task may have been dropped
            lost(name, found);
        }
        return found;
    }

    private void lost(String name, SettablePromise<Boolean> found) {
        found.fail(state.notSent("name=" + PlainText.of(name)));
    }

    private void resolve(String name, SettablePromise<Boolean> found) {
        if (state.isDown()) { // since it was asked for: nobody else would tell
            lost(name, found);
            return;
        }
        SettablePromise<Boolean> pending = resolving.get(name);
        if (pending != null) {
            found.completeLike(pending);
            return;
        }
        resolving.put(name, found);
        out.urgent(new Frame.Named(name, 0));
    }

    /** The number of a name has come; less than 0: the other side has no such name. */
    void onNamed(Frame.Named named) {
        boolean found = named.id() > 0;
        if (found) {
            cells.known(named.name(), TargetId.id(named.id()));
        }
        resolved(named.name(), found);
    }

    private void resolved(String name, boolean found) {
        SettablePromise<Boolean> waiting = resolving.remove(name);
        if (waiting != null) {
            waiting.complete(found);
        }
    }

    /** The other side has refused a message, or does not know a name. */
    void onUndelivered(Frame.Undelivered refused) {
        String name = refused.to().name();
        if (name != null && refused.failure().code() == Failure.Code.NO_TARGET) {
            resolved(name, false);
            if (refused.method().isEmpty()) {
                return; // answers the question for the name, no message is lost
            }
        }
        cells.refused(refused.failure());
        dropped.increment();
        String target = PlainText.of(refused.to().toString());
        String method = PlainText.of(refused.method());
        long count = REFUSED.next();
        if (count > 0) {
            LOG.warn(
                    "the other side refused a message: peer={}, target={}, method={}, reason={}: {}, refusedSoFar={}",
                    PlainText.of(state.peer()),
                    target,
                    method,
                    refused.failure().code(),
                    PlainText.of(refused.failure().text()),
                    count);
        }
        host.deadLetter(new DeadLetter(state.peer() + "/" + target, method, DeadLetter.Reason.REFUSED));
    }

    /** The link has ended. */
    void lostNames(LinkLostException cause) {
        for (SettablePromise<Boolean> waiting : resolving.values()) {
            waiting.fail(cause);
        }
        resolving.clear();
    }

    /** Messages that the other side has refused. Any thread. */
    long dropped() {
        return dropped.sum();
    }
}
