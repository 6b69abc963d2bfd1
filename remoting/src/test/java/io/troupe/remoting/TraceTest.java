// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.net.transport.Address;
import io.troupe.remoting.CallPath.Step;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.session.AcceptedLink;
import io.troupe.remoting.session.DialledLink;
import io.troupe.remoting.session.Exposures;
import io.troupe.remoting.session.LinkConfig;
import io.troupe.remoting.session.RemoteOutlet;
import io.troupe.remoting.session.StreamAcceptors;
import io.troupe.remoting.value.TypeSerializers;
import io.troupe.testkit.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Walks the trace of a remote call as docs/architecture.md describes it, one assertion per arrow. */
class TraceTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final ThreadLocal<CallPath> PATH = new ThreadLocal<>();
    private static final List<String> READERS = new CopyOnWriteArrayList<>();

    private final CallPath path = new CallPath();
    private final Side here = new Side("here");
    private final Side there = new Side("there");
    private final ManualWire wire = new ManualWire(path);

    /** An argument that says where it is made: by the caller, and again by whoever decodes it. */
    public record Amount(int value) {
        /** Says so. */
        public Amount {
            CallPath path = PATH.get();
            if (path != null) {
                path.note("made", value);
            }
            READERS.add(Thread.currentThread().getName());
        }
    }

    /** The actor that is called. */
    public static class Counter extends Actor<Counter> {
        private int sum;

        /** Adds. */
        public void add(Amount amount) {
            sum += amount.value;
            PATH.get().note("add", CellThread.currentCell());
        }

        /** Everything so far. */
        public Promise<Integer> sum() {
            PATH.get().note("sum", CellThread.currentCell());
            return Promise.of(sum);
        }
    }

    /** The actor that calls. */
    public static class Caller extends Actor<Caller> {
        /** Asks. */
        public Promise<Integer> ask(Counter counter) {
            return counter.sum().map(sum -> {
                PATH.get().note("continued", CellThread.currentCell());
                return sum;
            });
        }
    }

    /** One process: its actors run when the test says so; cells that become ready are steps. */
    private final class Side {
        private final ManualDispatcher manual = Dispatchers.manual();
        private final ActorSystem system;
        private final Exposures exposures;
        private final LinkConfig links;
        private final List<Object> actors = new ArrayList<>();

        Side(String name) {
            Dispatcher noting = (Dispatcher) Proxy.newProxyInstance(
                    Dispatcher.class.getClassLoader(),
                    new Class<?>[] {Dispatcher.class, CellScheduler.class},
                    (proxy, method, arguments) -> method.getName().equals("home")
                            ? (CellHome) this::ready
                            : method.invoke(manual, arguments));
            TypeSerializers serializers = new TypeSerializers();
            system = ActorSystem.builder().name(name).dispatcher(noting).start();
            exposures = new Exposures(serializers);
            links = new LinkConfig(
                    system.host(),
                    exposures,
                    List.of(path.codec()),
                    LinkLimits.defaults(),
                    new StreamAcceptors(serializers),
                    false);
        }

        private void ready(Cell cell) {
            path.note("ready", cell);
            CellScheduler.of(manual).home().onReady(cell);
        }

        <T> T actor(T reference) {
            actors.add(reference);
            manual.runAll();
            return reference;
        }

        void close() {
            actors.forEach(actor -> ActorControl.of(actor).stop());
            manual.runAll(); // nobody else does
            system.close();
        }
    }

    @AfterEach
    void close() {
        PATH.remove();
        here.close();
        there.close();
    }

    /** The far counter, by a link that is up; what that took is forgotten. */
    private Counter connected(Counter counter) {
        there.exposures.add("counter", counter, null);
        wire.listen(Address.parse("inproc://trace"), () -> AcceptedLink.listener(there.links, up -> {}, end -> {}));
        DialledLink dialled = new DialledLink(here.links, wire, Address.parse("inproc://trace"), "", end -> {});
        Promise<Link> up = dialled.dial();
        wire.runAll();
        Counter far = up.await(LIMIT).lookup("counter", Counter.class);
        wire.runAll();
        PATH.set(path);
        path.take();
        return far;
    }

    /** The only step of this kind. */
    private static Step only(List<Step> steps, String what) {
        List<Step> found =
                steps.stream().filter(step -> step.what().equals(what)).toList();
        assertThat(found).as(what + " in " + steps).hasSize(1);
        return found.get(0);
    }

    private static List<String> names(List<Step> steps) {
        return steps.stream().map(Step::what).toList();
    }

    @Test
    void shouldTakeTheDocumentedStepsFromAReferenceToTheRemoteActor() {
        Counter counter = there.actor(there.system.spawn(Counter.class, Counter::new));
        Counter far = connected(counter);
        ManualWire.End dialling = wire.dialling();

        assertThat(far.getClass()).as("the same reference type").isSameAs(counter.getClass());
        assertThat(Reference.outletOf(far)).as("outlet").isInstanceOf(RemoteOutlet.class);
        far.add(new Amount(2));
        assertThat(ActorControl.of(far).depth(10)).as("in the send queue").isEqualTo(1);
        assertThat(dialling.tasks()).as("wakes the loop").isEqualTo(1);
        far.add(new Amount(3));
        assertThat(ActorControl.of(far).depth(10)).isEqualTo(2);
        assertThat(dialling.tasks()).as("only if it was idle").isEqualTo(1);
        assertThat(names(path.take())).as("nothing is encoded yet").containsExactly("made", "made");

        leaves(far);
        arrives(counter);
        there.manual.runNext();
        Step add = only(path.take(), "add");
        assertThat(add.subject()).as("the turn of its cell").isSameAs(Reference.outletOf(counter));
        assertThat(add.stack()).containsSubsequence("ManualScheduler.runNext", "Cell.turn", "ActorCell.deliver");
        there.manual.runAll();
        assertThat(names(path.take()))
                .as("the second, without being made ready again")
                .containsExactly("add");
    }

    private void leaves(Counter far) {
        wire.dialling().run();
        assertThat(ActorControl.of(far).depth(10)).isZero();
        List<Step> out = path.take();
        assertThat(names(out)).as("one piece").containsExactly("encoded", "encoded", "written");
        assertThat(out.get(0).subject()).isInstanceOf(Frame.Tell.class);
        assertThat(out.get(0).stack())
                .containsSubsequence(
                        "LinkWriter.run", "LinkWriter.turn", "Cell.work", "OutCell.deliver", "LinkWriter.encode");
        assertThat(out.get(2).stack()).containsSubsequence("LinkWriter.run", "LinkWriter.copy");
        assertThat(wire.accepting().arrived()).as("bytes on the wire").isEqualTo((int)
                out.get(2).subject());
    }

    private void arrives(Counter counter) {
        wire.accepting().read();
        List<Step> in = path.take();
        assertThat(names(in)).containsExactly("decoded", "made", "ready", "decoded", "made");
        assertThat(in.get(0).subject()).isInstanceOf(Frame.Tell.class);
        assertThat(in.get(0).stack())
                .containsSubsequence(
                        "LinkHandler.onBytes", "Session.onBytes", "FrameDispatcher.frames", "FrameDispatcher.frame");
        assertThat(in.get(1).stack()).as("arguments").containsSubsequence("InboundCalls.onTell", "Streams.read");
        assertThat(in.get(2).subject()).isSameAs(Reference.outletOf(counter));
        assertThat(in.get(2).stack())
                .containsSubsequence("InboundCalls.onTell", "InboundQueue.put", "ActorCell.tryTell", "Cell.tryOffer");
        assertThat(ActorControl.of(counter).depth(10)).as("in the mailbox").isEqualTo(2);
    }

    @Test
    void shouldTakeTheDocumentedStepsBackToTheCallersLane() {
        Counter counter = there.actor(there.system.spawn(Counter.class, Counter::new));
        Caller caller = here.actor(here.system.spawn(Caller.class, Caller::new));
        Counter far = connected(counter);
        ManualWire.End accepting = wire.accepting();
        Promise<Integer> whole = caller.ask(far);
        here.manual.runNext();
        wire.dialling().run();
        path.take();

        accepting.read();
        List<Step> in = path.take();
        assertThat(only(in, "decoded").subject()).isInstanceOf(Frame.Call.class);
        assertThat(only(in, "ready").stack())
                .containsSubsequence("InboundCalls.onCall", "InboundQueue.put", "ActorCell.tryAsk", "Cell.tryOffer");
        assertThat(accepting.tasks()).isZero();

        there.manual.runNext();
        assertThat(names(path.take())).containsExactly("sum");
        assertThat(accepting.tasks()).as("settled: its observer wakes the loop").isEqualTo(1);

        accepting.run();
        List<Step> out = path.take();
        assertThat(names(out)).containsExactly("encoded", "written");
        assertThat(out.get(0).subject()).isInstanceOf(Frame.Reply.class);
        assertThat(out.get(0).stack()).containsSubsequence("LinkWriter.run", "LinkWriter.answers");

        wire.dialling().read();
        List<Step> back = path.take();
        assertThat(names(back)).as("nothing continues on the loop").containsExactly("decoded", "ready");
        assertThat(back.get(1).subject()).isSameAs(Reference.outletOf(caller));
        assertThat(back.get(1).stack())
                .containsSubsequence(
                        "FrameDispatcher.frame",
                        "PendingCall.onReply",
                        "AskMessage.answer",
                        "IncarnationExecutor.run",
                        "Cell.signal");

        here.manual.runNext();
        Step continued = only(path.take(), "continued");
        assertThat(continued.subject()).as("the caller's lane").isSameAs(Reference.outletOf(caller));
        assertThat(whole.await(LIMIT)).isZero();
    }

    @Test
    void shouldDecodeOnTheLoopAndRunTheActorOnItsDispatcher() {
        Counter counter = there.actor(there.system.spawn(Counter.class, Counter::new));
        Remoting server = Remoting.on(there.system);
        server.expose("counter", counter);
        server.listen("inproc://trace").await(LIMIT);
        try (ActorSystem outside = ActorSystem.start("outside")) {
            Link link = Remoting.on(outside).connect("inproc://trace").await(LIMIT);
            Counter far = link.lookup("counter", Counter.class);
            READERS.clear();
            far.add(new Amount(2));
            Await.until("a message has come", LIMIT, () -> there.manual.ready() > 0);
            assertThat(READERS).hasSize(2);
            assertThat(READERS.get(0)).isEqualTo(Thread.currentThread().getName());
            assertThat(READERS.get(1)).startsWith("troupe-remoting-there-");
            PATH.set(path);
            there.manual.runNext();
            assertThat(only(path.take(), "add").subject()).isSameAs(Reference.outletOf(counter));

            Promise<String> thread = far.sum().map(sum -> Thread.currentThread().getName());
            Await.until("a call has come", LIMIT, () -> there.manual.ready() > 0);
            there.manual.runNext();
            assertThat(thread.await(LIMIT)).as("the caller's lane").startsWith("outside-callbacks-");
        }
    }
}
