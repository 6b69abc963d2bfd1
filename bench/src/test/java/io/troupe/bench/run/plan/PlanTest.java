// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final Pattern ALL = Pattern.compile("");
    private static final Catalog CATALOG = Catalog.of(List.of(
            new Catalog.Entry(
                    "io.troupe.bench.ring.RingBenchmark.troupe",
                    Map.of("dispatcher", List.of("stealing", "virtual"), "size", List.of("100", "10"))),
            new Catalog.Entry("io.troupe.bench.ring.RingBenchmark.pekko", Map.of("size", List.of("100", "10"))),
            new Catalog.Entry("io.troupe.bench.ring.OtherBenchmark.pekko", Map.of()),
            new Catalog.Entry("io.troupe.bench.spring.SpringBenchmark.pekko", Map.of())));

    @Test
    void shouldPutSystemsWithTheSameLoadSideBySide() {
        Plan plan = plan(Profile.FULL, ALL, 21);
        assertThat(plan.parts())
                .extracting(Part::name)
                .containsExactly("s-ring.OtherBenchmark", "s-ring.RingBenchmark");
        assertThat(plan.parts().get(1).works())
                .extracting(Work::label)
                .containsExactly(
                        "ring.RingBenchmark.pekko size=10",
                        "ring.RingBenchmark.troupe dispatcher=stealing size=10",
                        "ring.RingBenchmark.troupe dispatcher=virtual size=10",
                        "ring.RingBenchmark.pekko size=100",
                        "ring.RingBenchmark.troupe dispatcher=stealing size=100",
                        "ring.RingBenchmark.troupe dispatcher=virtual size=100");
    }

    @Test
    void shouldGiveEverySystemOneForkPerRoundAndTurnTheOrder() {
        Plan plan = plan(Profile.QUICK.with(3, 0), Pattern.compile("RingBenchmark.* size=10$"), 17);
        assertThat(plan.parts()).hasSize(1);
        assertThat(plan.parts().get(0).steps())
                .extracting(step -> step.round() + " " + ((Cell) step.work()).method())
                .containsExactly("1 pekko", "1 troupe", "2 troupe", "2 pekko", "3 pekko", "3 troupe");
    }

    @Test
    void shouldAddUpTheTimeOfAllForks() {
        Profile profile = new Profile("full", 5, 2, 3, 500, false);
        assertThat(profile.forkSeconds(10) - profile.forkSeconds(0)).isZero();
        assertThat(profile.forkSeconds(1500) - profile.forkSeconds(500)).isEqualTo(5.0, within(1e-9));
        Plan plan = plan(profile, ALL, 21);
        assertThat(plan.steps()).isEqualTo(7 * 5);
        assertThat(plan.seconds()).isEqualTo(35 * profile.forkSeconds(0), within(1e-6));
    }

    @Test
    void shouldTakeTheParametersOfTheProfile() {
        JmhPiece piece = new JmhPiece("ring", "\\.ring\\.R", 10, Map.of("size", List.of("7")), Map.of());
        Plan plan = Plan.of(suite(piece), Profile.QUICK, CATALOG, ALL, 21);
        assertThat(plan.parts().get(0).works())
                .extracting(Work::label)
                .containsExactly(
                        "ring.RingBenchmark.pekko size=7",
                        "ring.RingBenchmark.troupe dispatcher=stealing size=7",
                        "ring.RingBenchmark.troupe dispatcher=virtual size=7");
    }

    @Test
    void shouldSayWhatIsLeftOut() {
        JmhPiece none = new JmhPiece("savina", "\\.savina\\.", 10, Map.of(), Map.of());
        assertThat(Plan.of(suite(none), Profile.QUICK, CATALOG, ALL, 21).leftOut())
                .containsExactly("s: this build has no benchmark for it: piece=savina");
        assertThat(plan(Profile.QUICK, ALL, 17).leftOut())
                .containsExactly("s: virtual threads need Java 21 or later: java=17");
        assertThat(plan(Profile.QUICK, ALL, 17).steps()).isEqualTo(5);
    }

    @Test
    void shouldMeasureNoiseOnASystemOfOurs() {
        assertThat(plan(Profile.QUICK, ALL, 21).noiseCell().map(Cell::method)).contains("troupe");
        assertThat(plan(Profile.QUICK, Pattern.compile("Other"), 21).noiseCell().map(Cell::method))
                .contains("pekko");
        assertThat(plan(Profile.QUICK, Pattern.compile("nothing"), 21).noiseCell())
                .isEmpty();
    }

    @Test
    void shouldStartProgramsWithRoundsOfTheirOwnOnce() {
        Start start = new Start("x", Start.Kind.FILE, List.of(), List.of("X"), 7);
        Plan once =
                Plan.of(suite(new DriverPiece("x", false, profile -> List.of(start))), Profile.FULL, CATALOG, ALL, 17);
        Plan often =
                Plan.of(suite(new DriverPiece("x", true, profile -> List.of(start))), Profile.FULL, CATALOG, ALL, 17);
        assertThat(once.seconds()).isEqualTo(7);
        assertThat(often.seconds()).isEqualTo(35);
    }

    @Test
    void shouldRefuseUnknownProfilesAndNumbers() {
        assertThatThrownBy(() -> Profile.named("fast"))
                .isInstanceOf(BenchException.class)
                .hasMessage("profile must be quick or full: profile=fast");
        assertThatThrownBy(() -> Profile.QUICK.with(-1, 0)).hasMessage("forks must be at least 1: forks=-1");
    }

    private static Plan plan(Profile profile, Pattern only, int java) {
        JmhPiece piece = new JmhPiece("ring", "^io\\.troupe\\.bench\\.ring\\.", 10, Map.of(), Map.of());
        return Plan.of(suite(piece), profile, CATALOG, only, java);
    }

    private static List<Suite> suite(Piece piece) {
        return List.of(new Suite("s", "springs", List.of(piece)));
    }
}
