// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.troupe.examples.bank.Bank;
import io.troupe.examples.hello.Hello;
import io.troupe.examples.remote.RemoteHello;
import io.troupe.examples.sockets.SocketHello;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Runs every example as a user does, in this process. */
class ExamplesTest {
    private static final long PATIENCE_MILLIS = 5_000;

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine troupe =
            Troupe.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @AfterEach
    void shouldLeaveNoThreads() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!before.contains(thread)
                    && thread.getName()
                            .matches("(pi|line|locality|philosophers|hello|bank|pool|virtual|interrupt)\\b.*")) {
                thread.join(PATIENCE_MILLIS); // a closed pool has let it go, but it may need a moment to end
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void shouldRunRemoteHello() {
        assertThat(printed(() -> RemoteHello.main(new String[0]))).containsExactly("count = 42");
    }

    @Test
    void shouldRunSocketHello() {
        List<String> lines = printed(() -> SocketHello.main(new String[0]));
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).isEqualTo("Hello Ann, you are number 1");
        assertThat(lines.get(3)).matches("Hello Dan, you are number [234]");
    }

    @Test
    void shouldRunHello() {
        assertThat(printed(() -> Hello.main(new String[0]))).containsExactly("count = 42");
    }

    @Test
    void shouldRunBank() {
        assertThat(printed(() -> Bank.main(new String[0])))
                .containsExactly("refused: balance must cover the amount: balance=60, amount=1000", "alice 40, bob 60");
    }

    /** The guide shows what its programs print; the reference pages show code only. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Adaptive | sum: 40",
                "Ends     | items: 2; first link: CLOSED",
                "Headers  | request: 17; the stranger is refused",
                "Rights   | teller sees 20; ann sees 20; ann may not visit; a visitor may not ask, but sees 20",
                "Topics   | price: 100; number: 42",
            })
    void shouldRunTheProgramsOfTheReferencePages(String program, String lines) {
        assertThat(printed(() -> Class.forName("io.troupe.examples.reference." + program)
                        .getMethod("main", String[].class)
                        .invoke(null, (Object) new String[0])))
                .containsExactly(lines.split("; "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dedicated", "stealing", "pool", "STEALING"})
    void shouldComputePiOnEveryDispatcher(String dispatcher) throws Exception {
        JsonNode result = json("pi", "--jobs", "10000", "--workers", "3", "--dispatcher", dispatcher, "--json");

        assertThat(result.get("pi").asDouble()).isCloseTo(Math.PI, Offset.offset(1e-5));
        assertThat(result.get("error").asDouble()).isBetween(0.0, 1e-5);
        assertThat(result.get("workers").asInt()).isEqualTo(3);
        assertThat(result.get("dispatcher").asText()).isEqualToIgnoringCase(dispatcher);
        assertThat(result.fieldNames())
                .toIterable()
                .containsExactly("pi", "error", "millis", "jobsPerSecond", "dispatcher", "workers");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "7, 1, 3", "1, 1000000, 4", "2049, 3, 1"})
    void shouldComputePiWithFewJobs(String jobs, String iterations, String workers) throws Exception {
        JsonNode result = json("pi", "--jobs", jobs, "--iterations", iterations, "--workers", workers, "--json");

        double terms = Double.parseDouble(jobs) * Double.parseDouble(iterations);
        assertThat(result.get("error").asDouble()).isCloseTo(1 / terms, Offset.offset(0.2 / terms));
    }

    @Test
    void shouldPrintPiForHumans() {
        assertThat(troupe.execute("pi", "--jobs", "1000")).isZero();
        assertThat(out.toString()).startsWith("pi      3.1415").contains("on", "2 workers, dedicated dispatcher");
        assertThat(beyondProgress()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 2, dedicated",
        "1000, 1, 1024, dedicated",
        "20000, 3, 64, stealing",
        "20000, 5, 1024, pool",
        "20000, 5, 8, adaptive"
    })
    void shouldSendAllElementsThroughALine(String elements, String stages, String capacity, String dispatcher)
            throws Exception {
        JsonNode result = json(
                "line",
                "--elements",
                elements,
                "--stages",
                stages,
                "--capacity",
                capacity,
                "--dispatcher",
                dispatcher,
                "--apart",
                "--json");

        assertThat(result.fieldNames()).toIterable().containsExactly("elements", "stages", "lost", "nanosPerElement");
        assertThat(result.get("elements").asText()).isEqualTo(elements);
        assertThat(result.get("stages").asText()).isEqualTo(stages);
        assertThat(result.get("lost").asLong()).isZero();
        assertThat(result.get("nanosPerElement").asDouble()).isPositive();
    }

    @Test
    void shouldPrintALineForHumansWithAPictureOfItsCells() {
        assertThat(troupe.execute("line", "--elements", "5000", "--apart")).isZero();
        assertThat(out.toString())
                .startsWith("elements  5,000, 0 lost")
                .contains("stages    3 in 3 cells", "elements at a time  station-1", "elements at a time  check");
        assertThat(beyondProgress()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 2", "25, 0, 97", "100, 16, 541", "100, 1, 541"})
    void shouldFindPrimesByChannels(int primes, int capacity, int largest) throws Exception {
        JsonNode result = json("sieve", "--primes", "" + primes, "--capacity", "" + capacity, "--json");

        assertThat(result.fieldNames())
                .toIterable()
                .containsExactly("primes", "largest", "messages", "nanosPerMessage");
        assertThat(result.get("primes").asInt()).isEqualTo(primes);
        assertThat(result.get("largest").asInt()).isEqualTo(largest);
        assertThat(result.get("messages").asLong()).isGreaterThanOrEqualTo(leastMessages(largest));
        assertThat(result.get("nanosPerMessage").asDouble()).isPositive();
    }

    /** Each number up to the last prime passes a channel per prime up to its least divisor. */
    private static long leastMessages(int largest) {
        List<Integer> primes = new ArrayList<>();
        long messages = 0;
        for (int number = 2; number <= largest; number++) {
            int at = 0;
            while (at < primes.size() && number % primes.get(at) != 0) {
                at++;
            }
            messages += Math.min(at + 1, primes.size() + 1);
            if (at == primes.size()) {
                primes.add(number);
            }
        }
        return messages;
    }

    @Test
    void shouldPrintPrimesForHumans() {
        assertThat(troupe.execute("sieve", "--primes", "50")).isZero();
        assertThat(out.toString())
                .startsWith("primes    50, the largest is 229")
                .contains("capacity 0", "stealing");
        assertThat(beyondProgress()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--primes, 0, primes must be at least 1: primes=0",
        "--primes, 1000000, primes must be at most 20000: primes=1000000",
        "--capacity, -1, capacity must be at least 0: capacity=-1",
        "--capacity, many, Invalid value for option"
    })
    void shouldRefuseASieveThatCannotBe(String option, String value, String rule) {
        assertThat(troupe.execute("sieve", option, value)).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1).first().asString().startsWith("troupe sieve: ");
        assertThat(err.toString()).containsIgnoringCase(rule.replace("Invalid value for option", "capacity"));
    }

    @Test
    void shouldFeedTenThousandPhilosophers() throws Exception {
        JsonNode result = json(
                "philosophers", "--count", "10000", "--seconds", "1", "--think", "0-20", "--eat", "0-20", "--json");

        assertThat(result.get("philosophers").asInt()).isEqualTo(10_000);
        assertThat(result.get("deadlocks").asInt()).isZero();
        assertThat(result.get("meals").asLong()).isPositive();
        assertThat(result.get("maxMeals").asInt())
                .isGreaterThanOrEqualTo(result.get("minMeals").asInt());
        assertThat(result.fieldNames())
                .toIterable()
                .containsExactly("philosophers", "seconds", "meals", "minMeals", "maxMeals", "deadlocks", "dispatcher");
    }

    @Test
    void shouldPrintWhatTheSystemSaysOfItself() throws Exception {
        JsonNode stats = json("philosophers", "--count", "3", "--seconds", "1", "--think", "0", "--stats", "--json")
                .get("stats");

        assertThat(stats.get("system").asText()).isEqualTo("philosophers");
        assertThat(stats.get("actors").asInt()).isPositive();
        assertThat(stats.get("tree").get(0).get("address").asText()).startsWith("troupe://philosophers/");
        assertThat(stats.get("workers").get(0).get("turns").asLong()).isPositive();
    }

    @Test
    void shouldPrintWhatTheSystemSaysOfItselfForHumans() {
        assertThat(troupe.execute("philosophers", "--count", "3", "--seconds", "1", "--think", "0", "--stats"))
                .isZero();
        assertThat(out.toString()).contains("system philosophers: actors=", "troupe://philosophers/", "blocking pool");
    }

    @ParameterizedTest
    @CsvSource({"2, dedicated", "3, stealing", "5, pool", "21, dedicated"})
    void shouldPrintSummaryOfTheEvening(String count, String dispatcher) {
        int code = troupe.execute(
                "philosophers",
                "--count",
                count,
                "--seconds",
                "1",
                "--think",
                "0",
                "--eat",
                "1-2",
                "--dispatcher",
                dispatcher);

        assertThat(code).isZero();
        assertThat(out.toString().lines()).last().isEqualTo("deadlocks: 0");
        assertThat(out.toString()).doesNotContain("\u001b");
        assertThat(beyondProgress()).isEmpty();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldRunOnVirtualThreads() throws Exception {
        assertThat(json("pi", "--jobs", "1000", "--dispatcher", "virtual", "--json")
                        .get("pi")
                        .asDouble())
                .isCloseTo(Math.PI, Offset.offset(1e-4));
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void shouldSayThatVirtualThreadsNeedNewerJava() {
        assertThat(troupe.execute("pi", "--dispatcher", "virtual")).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1).first().asString().contains("virtual threads need Java 21");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "line --elements 0            | troupe line: elements must be at least 1: elements=0",
                "line --stages 0              | troupe line: stages must be at least 1: stages=0",
                "line --stages 1001           | troupe line: stages must be at most 1000: stages=1001",
                "line --capacity 3            | troupe line: capacity must be a power of 2, from 2 to 16777216: capacity=3",
                "line --workers 0             | troupe line: workers must be at least 1: workers=0",
                "line --elements many         | troupe line: elements must be a whole number, 9223372036854775807 at most: elements=many",
                "pi --workers 0               | troupe pi: workers must be at least 1: workers=0",
                "pi --workers 1025            | troupe pi: workers must be at most 1024: workers=1025",
                "pi --jobs 0                  | troupe pi: jobs must be at least 1: jobs=0",
                "pi --iterations -1           | troupe pi: iterations must be at least 1: iterations=-1",
                "pi --jobs 9223372036854775807| troupe pi: jobs must be at most 23058430092136939",
                "pi --jobs many               | troupe pi: jobs must be a whole number, 9223372036854775807 at most: jobs=many (try",
                "pi --iterations 2147483648   | troupe pi: iterations must be a whole number, 2147483647 at most: iterations=2147483648",
                "pi --nonsense                | troupe pi: an option must be one that the command has: option=--nonsense",
                "pi --dispatcher none         | troupe pi: dispatcher must be one of dedicated, stealing, pool, virtual, adaptive:"
                        + " dispatcher=none (try",
                "pi extra                     | troupe pi: a word must belong to an option: word=extra",
                "philosophers --count 1       | troupe philosophers: count must be at least 2: count=1",
                "philosophers --count 2000000000 | troupe philosophers: count must be at most 1048576: count=2000000000",
                "tap tcp://127.0.0.1:65535    | troupe tap: there is no port above that of the process: address=tcp://127.0.0.1:65535;",
                "philosophers --seconds 0     | troupe philosophers: seconds must be at least 1: seconds=0",
                "philosophers --workers 0     | troupe philosophers: workers must be at least 1: workers=0",
                "philosophers --think soon    | troupe philosophers: think must be milliseconds like 100 or 100-500: think=soon",
                "philosophers --eat 5-1       | troupe philosophers: eat must go from a shorter to a longer time: eat=5-1",
                "locality --actors 0          | troupe locality: actors must be at least 1: actors=0",
                "locality --actors 24,0       | troupe locality: actors must be at least 1: actors=0",
                "locality --actors 24,,1      | troupe locality: actors must be a whole number",
                "locality --actors ,          | troupe locality: actors and bytes must have a number: actors=[]",
                "locality --bytes 3           | troupe locality: bytes must be at least 4: bytes=3",
                "locality --workers 0         | troupe locality: workers must be at least 1: workers=0",
                "locality --accesses 0        | troupe locality: accesses must be at least 1: accesses=0",
                "locality --messages 0        | troupe locality: messages must be at least 1: messages=0",
                "locality --dispatchers none  | troupe locality: dispatchers must be one of dedicated",
                "locality --variant list      | troupe locality: variant must be one of array, map: variant=list",
                "locality --driver me         | troupe locality: driver must be one of self, other: driver=me",
                "locality --plot none/a.svg   | troupe locality: plot must be a file that can be written: plot=none/a.svg",
                "locality --plot src          | troupe locality: plot must be a file that can be written: plot=src",
                "philosophers --listen tcp://a --connect tcp://b | troupe philosophers: only one of listen and connect may be",
                "philosophers --listen 7000   | troupe philosophers: an address must begin with tcp://",
                "philosophers --connect tls://127.0.0.1:1 | troupe philosophers: tls needs certificates",
                "philosophers --encoding json | troupe philosophers: encoding and certificates are for links",
                "philosophers --encoding xml  | troupe philosophers: encoding must be one of binary, cbor, json: encoding=xml",
                "philosophers --connect tls://127.0.0.1:1 --certificates none | troupe philosophers: certificates must be a",
                "philosophers --listen tcp://0.0.0.0:0 | troupe philosophers: an address that other machines can reach must be"
                        + " encrypted: address=tcp://0.0.0.0:0; give tls:// and --certificates (try",
                "philosophers --connect tcp://192.0.2.1:7000 | troupe philosophers: an address that other machines can reach",
                "philosophers --listen inproc://x | troupe philosophers: an address must be one that other processes can use:"
                        + " address=inproc://x; give tcp://",
                "tap tcp://127.0.0.1:0        | troupe tap: the port must be that of a process that listens: address=tcp://127.0.0.1:0",
                "tap inproc://x               | troupe tap: a tap stands between processes: address=inproc://x",
                "tap tcp://127.0.0.1:1 --listen tcp://127.0.0.1:1 | troupe tap: a tap must listen beside the process:"
                        + " listen=tcp://127.0.0.1:1, address=tcp://127.0.0.1:1",
                "tap                          | troupe tap: Missing required parameter: 'ADDRESS'",
                "tap tls://127.0.0.1:7000     | troupe tap: only tcp:// and ipc:// can be listened to",
                "tap tcp://127.0.0.1:7000 --listen tcp://0.0.0.0:7001 | troupe tap: a tap must not be reachable",
                "backpressure --scenario none | troupe backpressure: scenario must be one of [fast-sender",
                "backpressure --memory none   | troupe backpressure: memory must be a number of bytes, such as 64m: memory=none",
                "backpressure --memory 1k     | troupe backpressure: memory must be at least 1048576: memory=1024",
                "backpressure --seconds 2     | troupe backpressure: seconds must be at least 3: seconds=2",
                "backpressure --control none  | troupe backpressure: control must be one of nak, credit: control=none",
                "backpressure nothing         | troupe backpressure: a word must belong to an option: word=nothing",
                "backpressure --svg none/a    | troupe backpressure: svg must be a file that can be written",
                "certificates                 | troupe certificates: Missing required parameter: 'DIR'",
                "certificates pom.xml/x       | troupe certificates: certificates must be a directory that can be",
                "simulate                     | troupe simulate: Missing required parameter: 'PROGRAM'",
                "simulate raft                | troupe simulate: PROGRAM must be one of philosophers, lease, register: PROGRAM=raft",
                "simulate lease --schedules 0 | troupe simulate: schedules must be at least 1: schedules=0",
                "simulate lease --seed x      | troupe simulate: seed must be a whole number, 9223372036854775807 at most: seed=x",
                "simulate lease --strategy luck | troupe simulate: strategy must be one of portfolio, walk, latencies,",
                "simulate lease --svg none/a  | troupe simulate: svg must be a file that can be written: svg=none/a",
                "simulate lease --replay a --seed 1 | troupe simulate: only one of replay and seed may be given: replay=a, seed=1",
                "simulate lease --replay none | troupe simulate: a schedule must be a file that can be read: file=none",
                "philosopher                  | troupe: a command must be one of backpressure, bank, certificates,",
                "bank --accounts 1            | troupe bank: accounts must be at least 2: accounts=1",
                "bank --seconds 0             | troupe bank: seconds must be at least 1: seconds=0",
                "bank --kill -1               | troupe bank: kill must be at least 0: kill=-1",
                "bank --db jdbc:mysql://x     | troupe bank: db must be a file of SQLite or a URL of PostgreSQL: db=jdbc:mysql://x",
            })
    void shouldAnswerBrokenRuleWithOneLineAndExitCodeTwo(String line, String expected) {
        assertThat(troupe.execute(line.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1).first().asString().startsWith(expected);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldNotWriteCertificatesToADirectoryWithoutAName() {
        assertThat(troupe.execute("certificates", "")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("troupe certificates: certificates must be a directory: certificates=''; give .");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ca.pem", "cert.pem", "key.pem"})
    void shouldKeepFilesThatExistWhereCertificatesGo(String name, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "mine");
        assertThat(troupe.execute("certificates", directory.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "troupe certificates: certificates must not exist yet, or --force must be given: file=" + file);
        assertThat(file).hasContent("mine");
    }

    @Test
    void shouldNameTheAddressWhereATapCannotListen() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int below = taken.getLocalPort() - 1;
            assertThat(troupe.execute("tap", "tcp://127.0.0.1:" + below)).isEqualTo(1);
        }
        assertThat(err.toString())
                .matches("troupe tap: cannot listen: address=tcp://127\\.0\\.0\\.1:\\d+, cause=.*\\R");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pi", "philosophers", "locality", "line", "sieve"})
    void shouldPrintHelpWithExamples(String command) {
        assertThat(troupe.execute(command, "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: troupe " + command).contains("Examples:", "--json", "stealing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"backpressure", "cluster", "tap", "certificates", "simulate"})
    void shouldPrintHelpOfCommandsForLinks(String command) {
        assertThat(troupe.execute(command, "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: troupe " + command).contains("Examples:", "Exit codes:");
    }

    /** What is on stderr but lines of progress: work that takes a second prints some, on a slow machine. */
    private List<String> beyondProgress() {
        return err.toString()
                .lines()
                .filter(line -> !line.matches("\\[#*-*] +\\d+ %  .*"))
                .toList();
    }

    private JsonNode json(String... args) throws Exception {
        assertThat(troupe.execute(args)).isZero();
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(beyondProgress()).isEmpty();
        return new ObjectMapper().readTree(out.toString());
    }

    private interface Main {
        void run() throws Exception;
    }

    private static List<String> printed(Main main) {
        PrintStream stdout = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            main.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            System.setOut(stdout);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
