// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SuitesChoiceTest {
    private static final double QUARTER_OF_AN_HOUR = 900;

    @Test
    void shouldChooseSuitesAndPiecesInTheirOrderAndOnce() {
        List<Suite> chosen = Suites.named(List.of("skew", "tell", "messaging", "pi"));
        assertThat(chosen).extracting(Suite::name).containsExactly("pi", "autoscale", "messaging");
        assertThat(chosen.get(1).pieces()).extracting(Piece::name).containsExactly("skew");
        assertThat(chosen.get(2).pieces())
                .extracting(Piece::name)
                .contains("ask")
                .doesNotHaveDuplicates();
        assertThat(Suites.named(List.of())).hasSameSizeAs(Suites.all());
    }

    @Test
    void shouldNameTheSuitesThatThereAre() {
        assertThatThrownBy(() -> Suites.named(List.of("pi", "tel")))
                .isInstanceOfSatisfying(
                        BenchException.class, e -> assertThat(e.code()).isEqualTo(2))
                .hasMessageStartingWith("suite must be one of pi, philosophers, ")
                .hasMessageEndingWith("suite=tel");
    }

    @Test
    void shouldFindBenchmarksForEachPatternOfThisBuild() {
        Plan plan = plan(Profile.FULL);
        assertThat(plan.parts())
                .extracting(Part::name)
                .contains(
                        "pi-pi.PiBenchmark",
                        "locality-locality.LocalityBenchmark",
                        "messaging-tell.TellBenchmark",
                        "messaging-pingpong.PairBenchmark",
                        "autoscale-burst.BurstBenchmark",
                        "remoting-remoting-ask1024")
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldGetQuickDoneInAQuarterOfAnHour() {
        assertThat(plan(Profile.QUICK).seconds()).isLessThan(QUARTER_OF_AN_HOUR);
    }

    @Test
    void shouldNameProgramsThatExist() throws ClassNotFoundException {
        for (Part part : plan(Profile.FULL).parts()) {
            for (var work : part.works()) {
                if (work instanceof Start start && start.kind() != Start.Kind.LAUNCHED) {
                    Class<?> program = Class.forName(
                            start.program().get(0), false, getClass().getClassLoader());
                    assertThat(program.getDeclaredMethods())
                            .anyMatch(method -> method.getName().equals("main"));
                }
            }
        }
    }

    private static Plan plan(Profile profile) {
        return Plan.of(Suites.all(), profile, Catalog.ofClassPath(), Pattern.compile(""), 25);
    }
}
