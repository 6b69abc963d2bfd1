// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.TransportConfig;
import io.troupe.simulation.delay.Delay;
import io.troupe.simulation.disk.DiskLoss;
import io.troupe.sp.Devices;
import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SubSocket;
import io.troupe.sp.socket.SurveyorSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What sockets promise, in simulated networks that break. */
class SocketsTest {
    private static final int QUICK = 200;
    /** At night ten thousand. */
    private static final int MANY = "all".equals(System.getProperty("troupe.tests")) ? 10_000 : 500;

    private static final Duration RESEND = Duration.ofSeconds(1);

    private static SocketOptions.Builder on(Node node) {
        return SocketOptions.builder().host(node.sockets());
    }

    private static SocketOptions.Builder on(Client client) {
        return SocketOptions.builder().host(client.sockets());
    }

    private static void breakConnections(Simulation sim) {
        sim.faults().network(net -> net.latency(Delay.pareto(Duration.ofMillis(1)))
                .partitions(Delay.every(Duration.ofSeconds(4)))
                .resets(Delay.every(Duration.ofSeconds(2))));
    }

    private static String textOf(SpMessage message) {
        String text = message.text();
        message.release();
        return text;
    }

    /** Receives again and again. */
    private static void each(ReceivingSocket socket, Consumer<String> received) {
        socket.receiveLater().then(message -> {
            received.accept(textOf(message));
            each(socket, received);
        });
    }

    // ---- REQ: asks until it is answered ---------------------------------------------------------------------------

    /** What clients were answered, seen from outside. */
    private static final class Answers {
        final Map<String, String> byRequest = new LinkedHashMap<>();
        final Set<String> asked = new LinkedHashSet<>();
        final Map<String, Integer> served = new HashMap<>();
        final List<ReqSocket> clients = new ArrayList<>();
        final List<Throwable> failures = new ArrayList<>();
        boolean wrong;

        long resent() {
            return clients.stream().mapToLong(client -> client.stats().resent()).sum();
        }

        long late() {
            return clients.stream()
                    .mapToLong(client -> client.stats().dropped(DropReason.LATE))
                    .sum();
        }

        void ask(ReqSocket client, String id) {
            asked.add(id);
            client.request(SpMessage.of(id)).onComplete((reply, failure) -> {
                if (failure != null) {
                    failures.add(failure);
                } else {
                    String text = textOf(reply);
                    wrong |= !text.equals("answer to " + id) || byRequest.put(id, text) != null;
                }
            });
        }
    }

    private static void serve(Node node, Answers answers, Delay slowness) {
        RepSocket server = Sockets.rep(on(node).build());
        server.serve(request -> {
            String id = textOf(request);
            answers.served.merge(id, 1, Integer::sum);
            CompletablePromise<SpMessage> answer = new CompletablePromise<>();
            Duration rest = Duration.ofNanos(slowness.nanos(node.random()));
            node.after(rest, "rest", () -> answer.complete(SpMessage.of("answer to " + id)));
            return answer;
        });
        server.listen("tcp://*:5555");
    }

    private static void asked(Simulation sim, Answers answers, String address, Duration resend) {
        sim.client("c", 2, client -> {
            ReqSocket socket = Sockets.req(on(client).resendTime(resend).build());
            answers.clients.add(socket);
            socket.dial(address);
            int[] number = new int[1];
            client.every(Duration.ofMillis(300), () -> {
                if (number[0] < 20) {
                    answers.ask(socket, client.name() + "-" + ++number[0]);
                }
            });
        });
    }

    private static void checkAnswers(Simulation sim, Answers answers) {
        sim.always("an answer is that to its own request, and comes once", () -> !answers.wrong);
        sim.always("no request fails", answers.failures::isEmpty);
        sim.runFor(Duration.ofSeconds(8));
        sim.heal();
        sim.eventually(
                Duration.ofMinutes(2),
                "each request is answered",
                () -> answers.asked.size() == 40 && answers.byRequest.size() == 40);
    }

    private static void requestsBeforeADyingServer(Simulation sim) {
        Answers answers = new Answers();
        sim.node("server", node -> serve(node, answers, Delay.upTo(Duration.ofMillis(100))));
        asked(sim, answers, "tcp://server:5555", RESEND);
        breakConnections(sim);
        sim.faults()
                .crashes(
                        node -> node.name().equals("server") ? Delay.every(Duration.ofSeconds(3)) : null,
                        FaultPlan.losingUnsyncedWrites())
                .survivable(1);
        sim.sometimes("a request is sent again", () -> answers.resent() > 0);
        sim.sometimes("a request is served twice", () -> answers.served.containsValue(2));
        checkAnswers(sim, answers);
    }

    /** The server's answers take about as long as requests wait until they are sent again. */
    private static void requestsBeforeASlowServer(Simulation sim) {
        Answers answers = new Answers();
        sim.node("server", node -> serve(node, answers, Delay.uniform(Duration.ofMillis(500), Duration.ofSeconds(2))));
        asked(sim, answers, "tcp://server:5555", RESEND);
        sim.sometimes("an answer is late", () -> answers.late() > 0);
        checkAnswers(sim, answers);
    }

    /** Between them a device, which has no state: a reply whose way is gone is lost, and asked for again. */
    private static void requestsThroughADevice(Simulation sim) {
        Answers answers = new Answers();
        sim.node("server", node -> serve(node, answers, Delay.upTo(Duration.ofMillis(100))));
        sim.node("device", node -> {
            DuplexSocket front = Sockets.raw(Protocol.REP, on(node).build());
            DuplexSocket back = Sockets.raw(Protocol.REQ, on(node).build());
            Devices.forward(front, back);
            front.listen("tcp://device:6000");
            back.dial("tcp://server:5555");
        });
        asked(sim, answers, "tcp://device:6000", RESEND);
        breakConnections(sim);
        sim.faults()
                .crashes(
                        node -> node.name().startsWith("c") ? null : Delay.every(Duration.ofSeconds(5)),
                        FaultPlan.losingUnsyncedWrites())
                .survivable(1);
        sim.sometimes("a request is sent again", () -> answers.resent() > 0);
        checkAnswers(sim, answers);
    }

    @Test
    void shouldAnswerEachRequestOnceThoughServersDie() {
        Simulation.run(SimulationOptions.of("dying").schedules(QUICK), SocketsTest::requestsBeforeADyingServer);
    }

    @Test
    @Tag("soak")
    void shouldAnswerEachRequestOnceInManySchedules() {
        Simulation.run(SimulationOptions.of("dying").schedules(MANY), SocketsTest::requestsBeforeADyingServer);
    }

    @Test
    void shouldNeverTakeALateAnswerForThatOfAnotherRequest() {
        Simulation.run(SimulationOptions.of("slow").schedules(QUICK), SocketsTest::requestsBeforeASlowServer);
    }

    @Test
    @Tag("soak")
    void shouldNeverTakeALateAnswerInManySchedules() {
        Simulation.run(SimulationOptions.of("slow").schedules(MANY), SocketsTest::requestsBeforeASlowServer);
    }

    @Test
    void shouldAnswerEachRequestThroughADevice() {
        Simulation.run(SimulationOptions.of("device").schedules(QUICK), SocketsTest::requestsThroughADevice);
    }

    @Test
    @Tag("soak")
    void shouldAnswerEachRequestThroughADeviceInManySchedules() {
        Simulation.run(SimulationOptions.of("device").schedules(MANY), SocketsTest::requestsThroughADevice);
    }

    // ---- SURVEYOR: answers count until the time is over -----------------------------------------------------------

    private static void surveys(Simulation sim) {
        sim.nodes("r", 3, node -> {
            RepSocket respondent = Sockets.respondent(on(node).build());
            respondent.serve(survey -> {
                String text = textOf(survey);
                CompletablePromise<SpMessage> answer = new CompletablePromise<>();
                Duration rest =
                        Duration.ofNanos(Delay.upTo(Duration.ofMillis(600)).nanos(node.random()));
                node.after(rest, "rest", () -> answer.complete(SpMessage.of(text + " " + node.name())));
                return answer;
            });
            respondent.dial("tcp://s1:5556");
        });
        int[] surveys = new int[2];
        int[] answered = new int[1];
        boolean[] wrong = new boolean[1];
        List<SurveyorSocket> surveyors = new ArrayList<>();
        sim.client("s", 1, client -> {
            SurveyorSocket surveyor = Sockets.surveyor(
                    on(client).surveyTime(Duration.ofMillis(500)).build());
            surveyors.add(surveyor);
            surveyor.listen("tcp://*:5556");
            client.every(Duration.ofMillis(200), () -> {
                String id = "survey " + ++surveys[0];
                long start = client.system().clock().nanos();
                surveyor.survey(SpMessage.of(id)).then(answers -> {
                    Set<String> from = new HashSet<>();
                    for (SpMessage answer : answers) {
                        String text = textOf(answer);
                        wrong[0] |= !text.startsWith(id + " r") || !from.add(text);
                    }
                    wrong[0] |= client.system().clock().nanos() - start
                            < Duration.ofMillis(500).toNanos();
                    surveys[1]++;
                    answered[0] = Math.max(answered[0], from.size());
                });
            });
        });
        breakConnections(sim);
        sim.faults()
                .crashes(
                        node -> node.name().startsWith("r") ? Delay.every(Duration.ofSeconds(4)) : null,
                        FaultPlan.losingUnsyncedWrites());
        sim.always("a survey has answers of its own, one of each respondent, when its time is over", () -> !wrong[0]);
        sim.sometimes("all three answer", () -> answered[0] == 3);
        sim.sometimes("an answer is late", () -> surveyors.get(0).stats().dropped(DropReason.LATE) > 0);
        sim.runFor(Duration.ofSeconds(6));
        int open = surveys[0] - surveys[1];
        assertThat(open)
                .as("of five surveys per second that take half a second")
                .isLessThan(40);
        sim.heal();
        int before = surveys[0];
        sim.eventually(Duration.ofMinutes(1), "surveys end", () -> surveys[1] > before);
    }

    @Test
    void shouldTakeAnswersToASurveyUntilItsTimeIsOver() {
        Simulation.run(SimulationOptions.of("surveys").schedules(QUICK), SocketsTest::surveys);
    }

    @Test
    @Tag("soak")
    void shouldTakeAnswersToASurveyInManySchedules() {
        Simulation.run(SimulationOptions.of("surveys").schedules(MANY), SocketsTest::surveys);
    }

    // ---- PUB and SUB: connected again, in order, without what was missed ------------------------------------------

    private static void published(Simulation sim) {
        int[] sent = new int[1];
        Node publisher = sim.node("pub", node -> {
            SendingSocket pub = Sockets.pub(on(node).build());
            pub.listen("tcp://*:5557");
            tick(node, () -> pub.trySend(SpMessage.of((++sent[0] % 2 == 0 ? "even " : "odd ") + sent[0])));
        });
        Map<String, List<Integer>> received = new LinkedHashMap<>();
        boolean[] wrong = new boolean[1];
        sim.client("s", 2, client -> {
            SubSocket sub = Sockets.sub(on(client).build());
            sub.subscribe("even");
            sub.dial("tcp://pub:5557");
            List<Integer> mine = received.computeIfAbsent(client.name(), name -> new ArrayList<>());
            each(sub, text -> {
                int number = Integer.parseInt(text.substring(text.indexOf(' ') + 1));
                wrong[0] |= !text.startsWith("even ") || (!mine.isEmpty() && mine.get(mine.size() - 1) >= number);
                mine.add(number);
            });
        });
        breakConnections(sim);
        sim.always("only what was subscribed to comes, in order and at most once", () -> !wrong[0]);
        sim.sometimes("something is missed", () -> received.values().stream()
                .anyMatch(all -> !all.isEmpty() && all.get(all.size() - 1) > 2 * all.size() + 10));
        for (int crash = 0; crash < 3; crash++) {
            sim.runFor(Duration.ofSeconds(2));
            // with a word: who only receives never hears of a machine that is gone without one
            publisher.crash(DiskLoss.UNSYNCED, true);
            sim.runFor(Duration.ofMillis(sim.random().nextInt(2000)));
            publisher.restart();
        }
        sim.heal();
        int before = sent[0];
        sim.eventually(
                Duration.ofMinutes(1),
                "both hear again",
                () -> received.size() == 2
                        && received.values().stream()
                                .allMatch(all -> !all.isEmpty() && all.get(all.size() - 1) > before));
    }

    /** Does something ten times per second, as long as the process lives. */
    private static void tick(Node node, Runnable task) {
        node.after(Duration.ofMillis(100), "tick", () -> {
            task.run();
            tick(node, task);
        });
    }

    @Test
    void shouldHearThePublisherAgainAfterEachLoss() {
        Simulation.run(SimulationOptions.of("published").schedules(QUICK), SocketsTest::published);
    }

    @Test
    @Tag("soak")
    void shouldHearThePublisherAgainInManySchedules() {
        Simulation.run(SimulationOptions.of("published").schedules(MANY), SocketsTest::published);
    }

    // ---- PUSH and PULL: nobody starves, nothing twice -------------------------------------------------------------

    private static final int WORK = 120;

    private static void pushedToFullQueues(Simulation sim) {
        sim.remoting(remoting -> remoting.transport(
                TransportConfig.defaults().socketBufferBytes(4096).marks(64, 256)));
        pushed(sim, 2, 10);
    }

    private static void pushedWithRoom(Simulation sim) {
        pushed(sim, WORK, 0);
    }

    private static void pushed(Simulation sim, int buffer, int mostApart) {
        int total = WORK;
        Map<String, List<Integer>> taken = new LinkedHashMap<>();
        sim.nodes("w", 3, node -> {
            ReceivingSocket pull = Sockets.pull(on(node).receiveBuffer(buffer).build());
            List<Integer> mine = taken.computeIfAbsent(node.name(), name -> new ArrayList<>());
            take(node, pull, mine);
            pull.dial("tcp://p1:5558");
        });
        List<Throwable> failures = new ArrayList<>();
        List<SendingSocket> pushers = new ArrayList<>();
        sim.client("p", 1, client -> {
            SendingSocket push = Sockets.push(on(client).sendBuffer(buffer).build());
            pushers.add(push);
            push.listen("tcp://*:5558");
            // work comes when all are there: fairness is about those who are connected
            client.after(Duration.ofSeconds(20), () -> push(push, 1, total, failures));
        });
        sim.faults().network(net -> net.latency(Delay.uniform(Duration.ofMillis(1), Duration.ofMillis(20))));
        sim.always("no send fails", failures::isEmpty);
        sim.always("nothing is taken twice, and what one takes is in order", () -> taken.values().stream()
                .allMatch(SocketsTest::isAscending));
        sim.heal();
        sim.eventually(
                Duration.ofMinutes(5),
                "all work is done",
                () -> total == taken.values().stream().mapToInt(List::size).sum());
        assertThat(pushers.get(0).pipes()).hasSize(3);
        Set<Integer> all = new HashSet<>();
        taken.values().forEach(all::addAll);
        assertThat(all).hasSize(total);
        assertThat(taken.values())
                .as("workers that are equally quick have about equally much to do")
                .allSatisfy(mine -> assertThat(mine.size()).isBetween(total / 3 - mostApart, total / 3 + mostApart));
    }

    private static boolean isAscending(List<Integer> numbers) {
        int size = numbers.size();
        return size < 2 || numbers.get(size - 2) < numbers.get(size - 1);
    }

    /** Works for ten milliseconds on each message. */
    private static void take(Node node, ReceivingSocket pull, List<Integer> mine) {
        pull.receiveLater().then(message -> {
            mine.add(Integer.valueOf(textOf(message).trim()));
            node.after(Duration.ofMillis(10), "work", () -> take(node, pull, mine));
        });
    }

    private static void push(SendingSocket push, int number, int last, List<Throwable> failures) {
        Promise<Void> sent = push.sendLater(SpMessage.of(String.format("%200d", number)));
        sent.onError(failures::add);
        if (number < last) {
            sent.then(done -> push(push, number + 1, last, failures));
        }
    }

    @Test
    void shouldShareWorkEquallyWhileThereIsRoom() {
        Simulation.run(SimulationOptions.of("room").schedules(QUICK), SocketsTest::pushedWithRoom);
    }

    @Test
    void shouldShareWorkFairlyWhenQueuesAreFull() {
        Simulation.run(SimulationOptions.of("pushed").schedules(QUICK), SocketsTest::pushedToFullQueues);
    }

    @Test
    @Tag("soak")
    void shouldShareWorkFairlyInManySchedules() {
        Simulation.run(SimulationOptions.of("room").schedules(MANY), SocketsTest::pushedWithRoom);
        Simulation.run(SimulationOptions.of("pushed").schedules(MANY), SocketsTest::pushedToFullQueues);
    }

    // ---- closing --------------------------------------------------------------------------------------------------

    private static void closed(Simulation sim) {
        List<Integer> taken = new ArrayList<>();
        sim.node("worker", node -> {
            ReceivingSocket pull = Sockets.pull(on(node).receiveBuffer(2).build());
            take(node, pull, taken);
            pull.listen("tcp://*:5560");
        });
        List<Throwable> failures = new ArrayList<>();
        sim.client("p", 1, client -> {
            SendingSocket push =
                    Sockets.push(on(client).linger(Duration.ofSeconds(30)).build());
            push.dial("tcp://worker:5560");
            client.after(Duration.ofSeconds(1), () -> {
                for (int number = 1; number <= 20; number++) {
                    push.sendLater(SpMessage.of(String.format("%200d", number))).onError(failures::add);
                }
                push.close();
            });
        });
        sim.faults().network(net -> net.latency(Delay.uniform(Duration.ofMillis(1), Duration.ofMillis(20))));
        sim.eventually(Duration.ofMinutes(1), "all arrives that was sent before", () -> taken.size() == 20);
        assertThat(taken).isSorted();
        assertThat(failures).isEmpty();
    }

    @Test
    void shouldWriteWhatWasSentWhenItClosesWithoutWaiting() {
        Simulation.run(SimulationOptions.of("closed").schedules(QUICK), SocketsTest::closed);
    }

    // ---- handshakes ------------------------------------------------------------------------------------------------

    private static void mismatched(Simulation sim) {
        List<SendingSocket> pushers = new ArrayList<>();
        sim.node("server", node -> {
            SendingSocket push = Sockets.push(on(node).build());
            pushers.add(push);
            push.listen("tcp://*:5559");
        });
        List<Throwable> errors = new ArrayList<>();
        sim.client("c", 1, client -> {
            ReqSocket socket = Sockets.req(on(client).build());
            var dialer = socket.dial("tcp://server:5559");
            client.after(Duration.ofSeconds(5), () -> dialer.lastError().ifPresent(errors::add));
        });
        sim.eventually(Duration.ofMinutes(1), "the dialler knows why", () -> !errors.isEmpty());
        assertThat(errors.get(0)).isInstanceOf(SpException.class);
        assertThat(pushers.get(0).pipes()).isEmpty();
        assertThat(pushers.get(0).stats().rejected()).isPositive();
    }

    @Test
    void shouldTurnAwayAPeerOfAnotherProtocol() {
        Simulation.run(SimulationOptions.of("mismatched").schedules(20), SocketsTest::mismatched);
    }
}
