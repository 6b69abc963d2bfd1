// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.channels.ChannelsMain;
import io.troupe.bench.cluster.ClusterMain;
import io.troupe.bench.cluster.FiguresMain;
import io.troupe.bench.encodings.EncodedSizes;
import io.troupe.bench.footprint.ContextSwitches;
import io.troupe.bench.footprint.EndOfActor;
import io.troupe.bench.footprint.HotRoundTrip;
import io.troupe.bench.footprint.IdleActorBytes;
import io.troupe.bench.footprint.IdleCpu;
import io.troupe.bench.footprint.StartUp;
import io.troupe.bench.footprint.WakeUpLatency;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.hooks.TracePointCost;
import io.troupe.bench.keyed.IdleKeyBytes;
import io.troupe.bench.latency.BesideFloods;
import io.troupe.bench.latency.BusyTeller;
import io.troupe.bench.latency.OpenLoop;
import io.troupe.bench.phase.PhaseTimeline;
import io.troupe.bench.remoting.RemotingMain;
import io.troupe.bench.remoting.troupe.IdleLinksMain;
import io.troupe.bench.remoting.troupe.SharedLinkMain;
import io.troupe.bench.simulation.SimulationMain;
import io.troupe.bench.sp.SpMain;
import io.troupe.bench.sp.troupe.AllocationMain;
import io.troupe.bench.sp.troupe.FanOutMain;
import io.troupe.bench.sp.troupe.IdlePipesMain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ToolsTest {
    private static final String NEW_LINE = System.lineSeparator();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldPrintItsHelpWithoutMeasuring(String name, Tool tool) {
        assertThat(run(tool, List.of("7", "--nonsense", "--help"))).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: " + name + " ");
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldSayInOneLineWhatIsWrong(String name, Tool tool, String args, String fact) {
        assertThat(run(tool, List.of(args.split(" ", -1)))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains(fact);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldKnowOnlyItsOptions(String name, Tool tool) {
        assertThat(run(tool, List.of("--nonsense"))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .hasLineCount(1)
                .contains("--nonsense")
                .endsWith(" (try --help)" + NEW_LINE);
    }

    @Test
    void shouldNameEveryDispatcherInTheHelpOfTheFootprint() {
        for (Tool tool : List.of(IdleActorBytes.tool(), IdleCpu.tool(), WakeUpLatency.tool(), HotRoundTrip.tool())) {
            out.reset();
            run(tool, List.of("--help"));
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains(Troupe.names())
                    .contains("virtual,");
        }
    }

    @Test
    void shouldFailAProgramWhoseFiguresGotLost() {
        PrintStream before = System.out;
        OutputStream disk = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        PrintStream full = new PrintStream(disk, false, StandardCharsets.UTF_8);
        System.setOut(full);
        try {
            System.out.println("a figure");
            assertThat(Tool.written(0, "tool")).isEqualTo(1);
            assertThat(Tool.written(2, "tool")).isEqualTo(2);
        } finally {
            System.setOut(before);
        }
    }

    @Test
    void shouldTakeValuesByPlaceAndByName() {
        Tool tool = new Tool(
                ToolsTest.class,
                "",
                Map.of("pipes", "1", "seconds", "2", "json", "false"),
                List.of("pipes", "seconds"),
                arguments -> () -> arguments.number("pipes", 0, 9) * 10 + arguments.number("seconds", 0, 9));
        assertThat(run(tool, List.of())).isEqualTo(12);
        assertThat(run(tool, List.of("5", "--json", "6"))).isEqualTo(56);
        assertThat(run(tool, List.of("7", "--seconds", "8"))).isEqualTo(78);
        assertThat(run(tool, List.of("--seconds"))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--seconds").hasLineCount(1);
    }

    @Test
    void shouldFailInOneLineIfItCannotMeasure() {
        Tool tool = new Tool(ToolsTest.class, "", Map.of(), arguments -> () -> {
            throw new IOException("disk must have room: free=0");
        });
        assertThat(run(tool, List.of())).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("disk must have room: free=0" + NEW_LINE);
    }

    /** Each program, a wrong command line, and what its sentence ends with. */
    private static Stream<Arguments> wrong() {
        return Stream.of(
                wrong(IdleActorBytes.class, IdleActorBytes.tool(), "--system nonsense", "system=nonsense"),
                wrong(IdleCpu.class, IdleCpu.tool(), "--seconds 0", "seconds=0"),
                wrong(WakeUpLatency.class, WakeUpLatency.tool(), "--count many", "count=many"),
                wrong(HotRoundTrip.class, HotRoundTrip.tool(), "--system none", "system=none"),
                wrong(StartUp.class, StartUp.tool(), "--system none", "system=none"),
                wrong(EndOfActor.class, EndOfActor.tool(), "--system virtual", "system=virtual"),
                wrong(TracePointCost.class, TracePointCost.tool(), "--batches 0", "batches=0"),
                wrong(BusyTeller.class, BusyTeller.tool(), "--busy 100,0", "busy=0"),
                wrong(BesideFloods.class, BesideFloods.tool(), "--floods 1,many", "floods=many"),
                wrong(OpenLoop.class, OpenLoop.tool(), "--load 50,100", "load=100"),
                wrong(ContextSwitches.class, ContextSwitches.tool(), "--systems pekko,acca", "systems=acca"),
                wrong(AllocationMain.class, AllocationMain.tool(), "many", "messages=many"),
                wrong(IdlePipesMain.class, IdlePipesMain.tool(), "100 1", "pipes=100"),
                wrong(FanOutMain.class, FanOutMain.tool(), "9 1 100 7", "'7'"),
                wrong(SharedLinkMain.class, SharedLinkMain.tool(), "0", "seconds=0"),
                wrong(IdleLinksMain.class, IdleLinksMain.tool(), "100 long", "seconds=long"),
                wrong(EncodedSizes.class, EncodedSizes.tool(), "7", "'7'"),
                wrong(PhaseTimeline.class, PhaseTimeline.tool(), "--actors 9", "actors=9"),
                wrong(SimulationMain.class, SimulationMain.tool(), "--workers 2,x", "workers=x"),
                wrong(SimulationMain.class, SimulationMain.tool(), "--scenarios skw", "scenarios=skw"),
                wrong(SpMain.class, SpMain.tool(), "--forks 0", "forks=0"),
                wrong(ChannelsMain.class, ChannelsMain.tool(), "--works pair-7", "workload=pair-7"),
                wrong(ClusterMain.class, ClusterMain.tool(), "--keys 10", "keys=10"),
                wrong(FiguresMain.class, FiguresMain.tool(), "--results nowhere", "file=nowhere"),
                wrong(IdleKeyBytes.class, IdleKeyBytes.tool(), "--system none", "system=none"),
                wrong(RemotingMain.class, RemotingMain.tool(), "--forks 0", "forks=0"));
    }

    private static Arguments wrong(Class<?> program, Tool tool, String args, String fact) {
        return Arguments.of(program.getSimpleName(), tool, args, fact);
    }

    private int run(Tool tool, List<String> args) {
        return tool.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
