// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.continuation.Observer;
import io.troupe.core.host.TracePoints;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.InlineRunner;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.NonBlockingScope;
import io.troupe.testkit.schedule.EventKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Between the systems of a trace and its recorder: what happens becomes an event, and every message carries the event it goes back to. */
final class Tracer implements SystemListener, ContextCarrier, TracePoints {
    private static final String HEADER = "troupe-trace";
    private static final String OUTSIDE = "outside";

    /** The event that the calling thread is in; absent outside of turns. */
    private static final ThreadLocal<@Nullable TraceTag> CURRENT = new ThreadLocal<>();

    /** The event of the message that the calling thread is about to send. */
    private static final ThreadLocal<@Nullable TraceTag> OUTGOING = new ThreadLocal<>();

    private final EventRecorder recorder;
    private final Thread checker = Thread.currentThread();

    Tracer(EventRecorder recorder) {
        this.recorder = recorder;
    }

    // ---- what travels with messages ------------------------------------------------------------------------------

    @Override
    public @Nullable Object capture() {
        TraceTag outgoing = OUTGOING.get();
        if (outgoing == null) {
            return CURRENT.get();
        }
        OUTGOING.remove();
        return outgoing;
    }

    @Override
    public @Nullable Object install(@Nullable Object carried) {
        TraceTag before = CURRENT.get();
        current(carried instanceof TraceTag tag ? tag : null);
        return before;
    }

    @Override
    public Set<String> headers() {
        return Set.of(HEADER);
    }

    @Override
    public Map<String, String> write(Object carried) {
        return carried instanceof TraceTag tag ? Map.of(HEADER, tag.written()) : Map.of();
    }

    @Override
    public @Nullable Object read(Map<String, String> headers) {
        String text = headers.get(HEADER);
        return text == null ? null : TraceTag.read(recorder, text);
    }

    private static void current(@Nullable TraceTag tag) {
        if (tag == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(tag);
        }
    }

    private TraceTag cause() {
        TraceTag tag = CURRENT.get();
        return tag == null ? tag(-1) : tag;
    }

    private TraceTag tag(long number) {
        return new TraceTag(recorder, recorder.origin(), number);
    }

    private TraceTag tag(TraceEvent event) {
        return tag(event.step().number());
    }

    // ---- points --------------------------------------------------------------------------------------------------

    @Override
    public boolean onSend(Outlet target, Message message, Runnable put) {
        if (!(message instanceof Call call)) {
            return true;
        }
        TraceEvent sent = sent(target, message, call);
        if (recorder.isSimulated()) {
            OUTGOING.set(tag(sent)); // it is under way, and the simulation tells when it arrives
            return true;
        }
        Announcement arrival = new Announcement(
                EventKind.ARRIVAL, sent.source(), sent.target(), sent.label(), sent.arguments(), tag(sent));
        boolean now = recorder.arrive(arrival, mayWait(), put);
        TraceEvent arrived = arrival.event;
        OUTGOING.set(tag(arrived == null ? sent : arrived));
        return now;
    }

    @Override
    public void onSend(Outlet target, Message message) {
        if (message instanceof Call call) {
            OUTGOING.set(tag(sent(target, message, call)));
        }
    }

    private TraceEvent sent(Outlet target, Message message, Call call) {
        String source = here();
        TraceEvent event = recorder.pass(
                new Announcement(
                        EventKind.SEND, source, target.address(), EventText.show(call), arguments(call), cause()),
                mayWait());
        if (message instanceof AskMessage<?> ask) {
            observe(ask, source, target.address(), tag(event));
        }
        return event;
    }

    /** Lets the outcome of a call become an event: its answer, for the caller. */
    private void observe(AskMessage<?> ask, String caller, String called, TraceTag sent) {
        new Observer<Object>(true) {
            @Override
            protected void onValue(@Nullable Object value) {
                answered(called, caller, EventText.show(value), value, sent);
            }

            @Override
            protected void onFailure(Throwable cause) {
                answered(called, caller, EventText.show(cause), cause, sent);
            }
        }.observe(ask);
    }

    private void answered(String called, String caller, String label, @Nullable Object outcome, TraceTag sent) {
        TraceTag now = CURRENT.get();
        Cell turn = CellThread.currentCell();
        recorder.pass(
                new Announcement(
                        EventKind.ANSWER, called, caller, label, Arrays.asList(outcome), now == null ? sent : now),
                turn != null && mayWait());
    }

    @Override
    public boolean onArrival(Outlet target, Message message, Runnable put) {
        if (!(message instanceof Call call) || recorder.isSimulated()) {
            return true;
        }
        TraceTag tag = TraceTag.in(message.context());
        TraceTag cause = tag == null ? tag(-1) : tag;
        TraceEvent sent = cause.recorder() == recorder ? recorder.find(cause.number()) : null;
        String source = sent != null ? sent.source() : tag == null ? OUTSIDE : tag.origin();
        Announcement arrival = new Announcement(
                EventKind.ARRIVAL, source, target.address(), EventText.show(call), arguments(call), cause);
        boolean now = recorder.arrive(arrival, false, put);
        TraceEvent arrived = arrival.event;
        if (arrived != null) {
            message.context(replaced(message.context(), tag(arrived)));
        }
        return now;
    }

    private static Object replaced(@Nullable Object context, TraceTag tag) {
        if (context instanceof Object[] parts) {
            @Nullable Object[] copy = parts.clone();
            for (int i = 0; i < copy.length; i++) {
                copy[i] = copy[i] instanceof TraceTag ? tag : copy[i];
            }
            return copy;
        }
        return context == null || context instanceof TraceTag ? tag : context;
    }

    @Override
    public void onTurn(Outlet actor, Message message) {
        String label = message instanceof Call call ? EventText.show(call) : "";
        List<@Nullable Object> arguments = message instanceof Call call ? arguments(call) : List.of();
        Announcement turn = new Announcement(
                EventKind.TURN, actor.address(), actor.address(), label, arguments, recorder.latest(cause()));
        turn.ordinal = recorder.turnOrdinal();
        TraceEvent event = recorder.pass(turn, mayWait());
        current(tag(event));
    }

    @Override
    public void onTimer(Outlet actor, @Nullable String name) {
        TraceEvent event = recorder.pass(
                new Announcement(
                        EventKind.TIME, actor.address(), actor.address(), name == null ? "" : name, List.of(), cause()),
                mayWait());
        current(tag(event));
    }

    @Override
    public void onLink(String peer, boolean up) {
        recorder.pass(new Announcement(EventKind.LINK, OUTSIDE, peer, up ? "up" : "down", List.of(), tag(-1)), false);
    }

    /** Notes a fact for the trace whose event the calling thread is in, if it is in one. */
    static void note(Object fact) {
        TraceTag tag = CURRENT.get();
        EventRecorder recorder = tag == null ? null : tag.recorder();
        if (tag != null && recorder != null) {
            String place = CellThread.currentCell() instanceof Outlet actor ? actor.address() : OUTSIDE;
            recorder.pass(
                    new Announcement(EventKind.NOTE, place, place, EventText.show(fact), List.of(fact), tag),
                    mayWait());
        }
    }

    // ---- where we are --------------------------------------------------------------------------------------------

    private String here() {
        if (CellThread.currentCell() instanceof Outlet actor) {
            return actor.address();
        }
        Thread thread = Thread.currentThread();
        return thread == checker ? OUTSIDE : OUTSIDE + "/" + thread.getName();
    }

    private static List<@Nullable Object> arguments(Call call) {
        return Arrays.asList(call.arguments());
    }

    /** Loops of links never wait, nor does anybody who only tries. */
    private static boolean mayWait() {
        return !(Thread.currentThread() instanceof InlineRunner) && !NonBlockingScope.isActive();
    }
}
