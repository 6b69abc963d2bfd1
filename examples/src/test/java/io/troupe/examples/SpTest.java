// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code troupe sp} as a user runs it, two commands at a time in this process. */
class SpTest {
    private final Shell shell = new Shell();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        shell.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "rep --data pong       | req --data hi          | hi | pong",
                "rep                   | req --data hi          | hi | hi",
                "respondent --data yes | surveyor --data vote   | vote | yes",
                "pull                  | push --data hi         | hi | -",
                "sub --subscribe h     | pub --data hi          | hi | -",
                "pair                  | pair --data hi         | hi | -",
                "pair1                 | pair1 --data hi        | hi | -",
                "bus                   | bus --data hi          | hi | -",
            })
    void shouldTalkOverAUnixSocket(String listening, String dialling, String asked, String answered) {
        String uri = "ipc://" + directory.resolve("s");
        Shell.Command dialler = start(dialling + " --count 1", "--connect", uri); // before anybody listens
        Shell.Command listener = start(listening + " --count 1 --recv-timeout 20", "--bind", uri);
        assertThat(listener.done()).isEqualTo(asked + "\n");
        assertThat(dialler.done()).isEqualTo(answered == null ? "" : answered + "\n");
    }

    @Test
    void shouldSendFilesAgainAndAgain() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "line 1\nline 2");
        Shell.Command pull = start("pull --count 3 --quoted --bind inproc://files");
        Shell.Command push =
                start("push --count 3 --interval 0.01 --json --connect inproc://files", "--file", file.toString());
        assertThat(pull.done()).isEqualTo("\"line 1\\nline 2\"\n".repeat(3));
        JsonNode sums = new ObjectMapper().readTree(push.done());
        assertThat(sums.get("sent").asInt()).isEqualTo(3);
        assertThat(sums.get("bytes").asInt()).isEqualTo(39);
        assertThat(sums.get("dropped").asInt()).isZero();
    }

    @Test
    void shouldPrintMessagesAsJson() throws Exception {
        Shell.Command rep = start("rep --count 1 --json --bind inproc://json");
        start("req --connect inproc://json", "--data", "grüß \"dich\"").done();
        JsonNode request = new ObjectMapper().readTree(rep.done());
        assertThat(request.get("text").asText()).isEqualTo("grüß \"dich\"");
        assertThat(request.get("size").asInt()).isEqualTo(13);
        assertThat(request.get("hex").asText()).startsWith("6772c3bc");
        assertThat(request.get("pipe").asInt()).isNotZero();
    }

    @Test
    void shouldEndInOrderWhenNothingMoreComes() {
        Shell.Command pull = start("pull --recv-timeout 1 --bind inproc://silence");
        start("push --data hi --connect inproc://silence").done();
        assertThat(pull.done()).isEqualTo("hi\n");
    }

    @Test
    void shouldSayWhyNobodyAnswers() {
        assertThat(start("req --data hi --recv-timeout 0.3 --connect", "ipc://" + directory.resolve("none"))
                        .failed(1))
                .startsWith("troupe sp req: ")
                .contains("nobody is connected: ", "none");
    }

    @Test
    void shouldSayThatNobodyListensToWhatIsPublished() {
        assertThat(start("pub --data hi --send-timeout 0.2 --connect inproc://nobody")
                        .failed(1))
                .startsWith("troupe sp pub: nobody was there in time: seconds=0.2");
    }

    @Test
    void shouldFailWhenNobodyAnswersASurvey() {
        assertThat(start("surveyor --data hi --delay 0 --survey-time 0.2 --bind inproc://vote")
                        .failed(1))
                .isEqualTo("troupe sp surveyor: nobody answered in time: surveys=1");
    }

    @Test
    void shouldFailWhenTheAddressIsTaken() {
        String uri = "ipc://" + directory.resolve("taken");
        Shell.Command first = start("pull --count 1 --bind", uri);
        start("push --data hi --connect", uri, "--delay", "0.1");
        Shell.Command second = start("rep --bind inproc://a --bind inproc://a");
        assertThat(second.failed(1)).startsWith("troupe sp rep: ").contains("inproc://a");
        assertThat(first.done()).isEqualTo("hi\n");
    }

    @Test
    void shouldTellOfConnectionsIfAskedTo() {
        Shell.Command pull = start("pull --count 1 -v --bind inproc://told");
        start("push --data hi --connect inproc://told").done();
        pull.done();
        assertThat(pull.told())
                .contains("troupe sp pull: listening on inproc://told", "troupe sp pull: connected: pipe=");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sp req --data x                               | troupe sp req: an address is needed: give --bind or",
                "sp req --connect inproc://a                   | troupe sp req: something must be sent: give --data or",
                "sp req --connect a --data x                   | troupe sp req: an address has the form scheme://rest",
                "sp req --connect smoke://a --data x           | troupe sp req: no transport has this scheme: scheme=smoke",
                "sp req --connect inproc://a --data x --file y | troupe sp req: only one of data and file may be given",
                "sp push --connect inproc://a --file none      | troupe sp push: file must be a file that can be read",
                "sp push --connect inproc://a --file src       | troupe sp push: file must be a file that can be read",
                "sp push --connect inproc://a --data x --ascii | troupe sp push: an option must be one that the command has: option=--ascii",
                "sp pull --bind inproc://a --data x            | troupe sp pull: an option must be one that the command has: option=--",
                "sp pull --bind inproc://a --count 0           | troupe sp pull: count must be at least 1: count=0",
                "sp pull --bind inproc://a --ascii --hex       | troupe sp pull: only one format may be given: formats=2",
                "sp pull --bind inproc://a --format xml        | troupe sp pull: format must be one of no, ",
                "sp pull --bind inproc://a --recv-timeout -1   | troupe sp pull: recv-timeout must be seconds from 0 to a billion",
                "sp pull --bind inproc://a --recv-timeout NaN  | troupe sp pull: recv-timeout must be seconds from 0 to a billion",
                "sp rep --bind inproc://a --ttl 256            | troupe sp rep: ttl must be from 1 to 255: ttl=256",
                "sp pull --bind inproc://a --ttl 8             | troupe sp pull: an option must be one that the command has: option=--",
                "sp pub --bind inproc://a --survey-time 1      | troupe sp pub: an option must be one that the command has: option=--",
                "sp rep --bind ws://127.0.0.1:0 --origin shop  | troupe sp rep: an origin has the form scheme://host:port: origin=shop",
                "sp forward                                    | troupe sp forward: Missing required parameter: 'KIND'",
                "sp forward rep --front-bind a --back-bind b   | troupe sp forward: KIND must be one of req, surveyor, pub, push, pair, pair1, bus: KIND=rep",
                "sp forward req --front-bind inproc://a        | troupe sp forward: an address is needed at the back: give",
                "sp forward req --back-bind inproc://a         | troupe sp forward: an address is needed at the front: give",
                "sp forward req --front-bind a --back-bind b   | troupe sp forward: an address has the form scheme://rest",
                "sp forward pub --front-bind inproc://a --back-bind wss://127.0.0.1:0 | troupe sp forward: a TLS listener needs",
                "sp forward pub --front-bind inproc://a --back-bind inproc://b --ttl 0 | troupe sp forward: ttl must be from 1",
                "sp forward pub --front-bind inproc://a --back-bind inproc://b -n 0 | troupe sp forward: count must be at least 1",
                "sp perf local-thr --bind wss://127.0.0.1:0    | troupe sp perf local-thr: a TLS listener needs a certificate",
                "sp perf remote-thr --connect inproc://a --cacert none | troupe sp perf remote-thr: cacert must be a file",
                "sp perf local-lat --bind inproc://a --protocol bus | troupe sp perf local-lat: protocol must be one of ",
                "sp pull --bind inproc://a --max-size -1       | troupe sp pull: maxReceiveSize must be from 0 to",
                "sp pull --bind inproc://a --key pom.xml       | troupe sp pull: a certificate needs its key and the other",
                "sp pull --bind inproc://a --cacert none       | troupe sp pull: cacert must be a file that can be read",
                "sp pull --bind inproc://a --verbose --silent  | troupe sp pull: only one of verbose and silent may be",
                "sp pub --connect inproc://a --data x -i never | troupe sp pub: interval must be a number: interval=never",
                "sp pub --connect inproc://a --data x -d -2    | troupe sp pub: delay must be seconds from 0 to a billion",
                "sp rep --bind tls+tcp://127.0.0.1:0           | troupe sp rep: a TLS listener needs a certificate: address=",
                "sp pub --bind wss://127.0.0.1:0 --data x      | troupe sp pub: a TLS listener needs a certificate: address=",
                "sp xyz                                        | troupe sp: a command must be one of ",
                "sp perf thr --seconds 0                       | troupe sp perf thr: seconds must be more than 0, and at most 86400: seconds=0",
                "sp perf thr --threads 0                       | troupe sp perf thr: threads must be at least 1: threads=0",
                "sp perf thr --transport smoke                 | troupe sp perf thr: transport must be one of ",
                "sp perf lat --size -1                         | troupe sp perf lat: size must be at least 0: size=-1",
                "sp perf lat --spin 1001                       | troupe sp perf lat: spin must be at most 1000: spin=1001",
                "sp perf local-thr                             | troupe sp perf local-thr: Missing required option: '--bind",
                "sp perf remote-lat --connect a                | troupe sp perf remote-lat: an address has the form",
            })
    void shouldAnswerBrokenRuleWithOneLineAndExitCodeTwo(String line, String expected) {
        assertThat(shell.run(line.split(" ")).failed(2)).startsWith(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "req",
                "rep",
                "pub",
                "sub",
                "push",
                "pull",
                "surveyor",
                "respondent",
                "bus",
                "pair",
                "pair1",
                "forward",
                "perf thr",
                "perf lat",
                "perf local-thr",
                "perf remote-thr",
                "perf local-lat",
                "perf remote-lat"
            })
    void shouldPrintHelpOfEveryCommand(String command) {
        assertThat(start(command + " --help").done())
                .startsWith("Usage: troupe sp " + command)
                .contains("--json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sp", "sp perf"})
    void shouldPrintHelpWithExamples(String command) {
        assertThat(shell.run((command + " --help").split(" ")).done()).contains("Examples:", "Exit codes:");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldMeasureThroughput() throws Exception {
        JsonNode result = new ObjectMapper()
                .readTree(start("perf thr --transport ipc --size 100 --threads 2 --seconds 0.2 --json")
                        .done());
        assertThat(result.get("messagesPerSecond").asDouble()).isPositive();
        assertThat(result.get("threads").asInt()).isEqualTo(2);
        Path file = Path.of(result.get("address").asText().substring("ipc://".length()));
        assertThat(file).doesNotExist();
        assertThat(file.getParent()).doesNotExist();
    }

    @Test
    void shouldMeasureLatency() {
        assertThat(start("perf lat --transport inproc --seconds 0.2").done())
                .startsWith("REQ/REP inproc://perf")
                .contains("111 bytes", "median");
    }

    @Test
    void shouldMeasureLatencyAgainstAnother() throws Exception {
        Shell.Command local = start("perf local-lat --bind inproc://lat --count 100 --json");
        JsonNode result = new ObjectMapper()
                .readTree(start("perf remote-lat --connect inproc://lat --count 100 --json")
                        .done());
        assertThat(result.get("roundTrips").asInt()).isEqualTo(100);
        assertThat(new ObjectMapper().readTree(local.done()).get("messages").asInt())
                .isEqualTo(100);
    }

    @Test
    void shouldMeasureThroughputAgainstAnother() {
        Shell.Command local = start("perf local-thr --bind inproc://thr --count 1000");
        assertThat(start("perf remote-thr --connect inproc://thr --count 1000").done())
                .startsWith("inproc://thr: 1000 messages sent in ");
        assertThat(local.done()).contains("1000 messages in");
    }

    @Tag("process")
    @ParameterizedTest
    @ValueSource(strings = {"tls", "ws", "wss"})
    void shouldMeasureOverOtherTransports(String transport) {
        String scheme = transport.equals("tls") ? "tls+tcp" : transport;
        assertThat(start("perf thr --size 100 --seconds 0.2 --transport " + transport)
                        .done())
                .startsWith("PAIR " + scheme + "://127.0.0.1:");
        assertThat(start("perf lat --seconds 0.2 --transport " + transport).done())
                .startsWith("REQ/REP " + scheme + "://127.0.0.1:");
    }

    @Test
    void shouldAskForLatencyAsItIsTold() {
        Shell.Command local = start("perf local-lat --bind inproc://req --protocol req --count 10");
        assertThat(start("perf remote-lat --connect inproc://req --protocol req --count 10")
                        .done())
                .startsWith("REQ/REP inproc://req");
        local.done();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "req      | req --data hi --count 1     | rep --data pong   | pong | 2",
                "push     | push --data hi --count 1    | pull              | -    | 1",
                "pair1    | pair1 --data hi --count 1   | pair1             | -    | 1",
                // what nobody is there for is dropped, so these say it again and again
                "surveyor | surveyor --data hi -i 0.1 --survey-time 0.05 --count 20 | respondent | - | 6",
                "pub      | pub --data hi -i 0.01 --count 150  | sub --subscribe h | - | 20",
                "bus      | bus --data hi -i 0.01 --count 150  | bus               | - | 20",
            })
    void shouldForward(String kind, String front, String back, String answer, int messages) throws Exception {
        Shell.Command behind = start(back + " --verbose --count 1 --bind inproc://behind-" + kind);
        Shell.Command forward = start("forward " + kind + " --front-bind inproc://front-" + kind
                + " --back-connect inproc://behind-" + kind + " --json --count " + messages);
        behind.await("connected: "); // before that the device drops what is published
        Shell.Command before = start(front + " --connect inproc://front-" + kind);
        assertThat(behind.done()).isEqualTo("hi\n");
        if (answer != null) {
            assertThat(before.done()).isEqualTo(answer + "\n");
        }
        assertThat(new ObjectMapper().readTree(forward.done()).get("forwarded").asInt())
                .isGreaterThanOrEqualTo(messages);
        before.exit();
    }

    @ParameterizedTest
    @CsvSource({
        "req, --resend-time, --survey-time",
        "surveyor, --survey-time, --resend-time",
        "rep, --ttl, --resend-time",
        "pair1, --ttl, --survey-time",
        "pair, --send-timeout, --ttl",
        "pub, --send-timeout, --recv-timeout",
        "push, --interval, --max-size",
        "sub, --max-size, --send-timeout",
        "pull, --recv-timeout, --ttl",
        "bus, --recv-timeout, --survey-time",
        "respondent, --ttl, --survey-time",
        "forward, --ttl, --data"
    })
    void shouldShowTheOptionsOfTheCommandOnly(String command, String own, String other) {
        assertThat(start(command + " --help").done()).contains(own).doesNotContain(other);
    }

    private Shell.Command start(String line, String... more) {
        List<String> all = new ArrayList<>(List.of("sp"));
        Stream.of(line.split(" ")).forEach(all::add);
        all.addAll(List.of(more));
        return shell.start(all.toArray(String[]::new));
    }
}
