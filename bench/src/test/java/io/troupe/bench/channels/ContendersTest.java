// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.process.Child;
import io.troupe.bench.results.Role;
import io.troupe.bench.stacks.StackOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContendersTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path cache;

    @Test
    void shouldNameEachOnce() {
        assertThat(Contenders.names())
                .doesNotHaveDuplicates()
                .contains("troupe", "jdk-virtual", "jdk-platform", "go", "kotlin", "jox")
                .allSatisfy(name -> assertThat(Contenders.named(name).name()).isEqualTo(name));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contenders.named("rust"))
                .withMessageEndingWith(": stack=rust");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contenders.java("go"))
                .withMessageContaining("stack=go");
    }

    @Test
    void shouldHaveOursAndPeersInEachWork() {
        for (String work : ChannelWork.names()) {
            assertThat(Contenders.names().stream()
                            .filter(name -> Contenders.named(name).offers(ChannelWork.named(work)))
                            .map(name -> Role.of("channels", name)))
                    .contains(Role.OURS, Role.PEER)
                    .doesNotContain(Role.LIMIT);
        }
    }

    @Test
    void shouldSayWhatIsLeftOut() {
        assertThat(Contenders.joxAbsence(17, false)).isEqualTo("left out: jox needs Java 21 or later, this is 17");
        assertThat(Contenders.joxAbsence(25, false)).isEqualTo("left out: jox needs a build by Java 21 or later");
        assertThat(Contenders.joxAbsence(21, true)).isEmpty();
        assertThat(Contenders.virtualAbsence(17))
                .isEqualTo("left out: virtual threads need Java 21 or later, this is 17");
        assertThat(Contenders.virtualAbsence(21)).isEmpty();
        GoCompiler none = new GoCompiler("no-such-go", cache);
        assertThat(none.build()).isEqualTo(new GoCompiler.Built("", "left out: go is not installed"));
        assertThat(new GoContender(none).about()).doesNotContain("version");
        assertThat(cache).isEmptyDirectory();
    }

    @Test
    void shouldTakeJoxFromTheBuildOfThisJava() {
        boolean virtualThreads = Runtime.version().feature() >= 21;
        assertThat(Contenders.named("jox").absence().isEmpty()).isEqualTo(virtualThreads);
    }

    @Tag("interop")
    @Test
    void shouldSayWhyGoCannotBuild() throws IOException {
        assumeGo();
        Path file = Files.createFile(cache.resolve("file"));
        assertThat(new GoCompiler("go", file).build().absence())
                .startsWith("left out: no folder to build in: ")
                .doesNotContain("\n");
    }

    @Tag("interop")
    @Test
    void shouldBuildTheProgramInGoOnce() throws IOException {
        assumeGo();
        GoCompiler compiler = new GoCompiler("go", cache);
        GoCompiler.Built first = compiler.build();
        assertThat(first.absence()).isEmpty();
        Path built = Path.of(first.program());
        FileTime old = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(built, old);
        assertThat(compiler.build()).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(built)).isEqualTo(old);
        try (Stream<Path> files = Files.list(cache)) {
            assertThat(files).containsExactly(built);
        }
    }

    /** Of all works, because its program knows neither the sums nor the primes of the others. */
    @Tag("interop")
    @Test
    void shouldGetTheSameFromGo() throws InterruptedException {
        assumeGo();
        GoContender go = new GoContender(new GoCompiler("go", cache));
        for (String name : ChannelWork.names()) {
            assertMeasures(go, ChannelWork.named(name));
        }
    }

    @Tag("process")
    @ParameterizedTest
    @MethodSource("cells")
    void shouldMeasureInAProcess(String contender, String work) throws InterruptedException {
        Contender named = Contenders.named(contender);
        assumeThat(named.absence()).isEmpty();
        assertMeasures(named, ChannelWork.named(work));
    }

    @Test
    void shouldLeaveTwoWorkersOutWhereThereIsOne() {
        assertThat(Contenders.twoAbsence(2)).isEmpty();
        assertThat(Contenders.twoAbsence(1)).startsWith("left out: ").endsWith("workers=1");
    }

    private static Stream<Object[]> cells() {
        return Stream.of(
                        "troupe 8to8-128",
                        "troupe-once select2-0",
                        "troupe-one pair-0",
                        "troupe-two pair-0",
                        "troupe-line chain3-128",
                        "troupe-virtual select4-128",
                        "jdk-virtual sieve-16",
                        "jdk-platform 1to1-128",
                        "kotlin select8-0",
                        "jox chain3-128")
                .map(cell -> (Object[]) cell.split(" ", -1));
    }

    private static void assertMeasures(Contender contender, ChannelWork named) throws InterruptedException {
        ChannelWork work = named.of(named.kind() == ChannelWork.Kind.SIEVE ? 20 : 800);
        try (Child child = contender.start(work, options())) {
            Windows windows = Windows.parse(Windows.PREFIX + child.await(Windows.PREFIX, LIMIT), work);
            assertThat(windows.wall()).as(work.name()).doesNotContain(0.0);
        }
    }

    private static StackOptions options() {
        Map<String, String> defaults = new HashMap<>(ChannelsOptions.DEFAULTS);
        defaults.put("jvm", "-Xmx256m -XX:TieredStopAtLevel=1");
        return StackOptions.of(Arguments.parse(List.of("--seconds", "0.01", "--warmup", "0.01"), defaults));
    }

    private static void assumeGo() {
        assumeThat(GoCompiler.usual().version()).as("version of go").isNotEmpty();
    }
}
