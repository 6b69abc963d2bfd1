// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import static io.troupe.remoting.pacing.simulation.World.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/pacing.md promises, in simulated time: the same on every machine. */
class PacingSimulationTest {
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000, 30_000, 100_000})
    void shouldKeepSaturatedReceiverBusyWithinItsCapacity(int micros) {
        long rtt = micros * 1000L;
        OneToOne.Result result = OneToOne.saturating(Way.PACING, rtt);

        assertThat(result.goodput()).isGreaterThan(99);
        assertThat(result.later()).isLessThan(OneToOne.capacity(rtt));
        assertThat(result.controls()).isLessThan(40);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000})
    void shouldHoldShortQueuesOnNearLinks(int micros) {
        OneToOne.Result result = OneToOne.saturating(Way.PACING, micros * 1000L);

        assertThat(result.mean()).isLessThan(OneToOne.CAPACITY * 0.1);
        assertThat(result.most()).isLessThan(OneToOne.CAPACITY / 2);
    }

    @ParameterizedTest
    @CsvSource({"100, 95, 300", "1000, 95, 300", "10000, 95, 300", "30000, 90, 500", "100000, 80, 500"})
    void shouldFollowReceiverThatSlowsDownAndReturns(int micros, double leastGoodput, int mostMillis) {
        long rtt = micros * 1000L;
        OneToOne.Result result = OneToOne.slowDown(Way.PACING, rtt);

        // what is lost is lost in the time that it takes to find out that there is more to be had
        assertThat(result.goodput()).isGreaterThan(leastGoodput);
        assertThat(result.recovered()).isBetween(0, mostMillis);
        assertThat(result.later()).isLessThan(OneToOne.capacity(rtt));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000, 30_000, 100_000})
    void shouldRecoverFromPauseAsFastAsTheReceiverCan(int micros) {
        long rtt = micros * 1000L;
        int best = OneToOne.receiverPause(Way.TCP, rtt).recovered();
        OneToOne.Result result = OneToOne.receiverPause(Way.PACING, rtt);

        // without any pacing the backlog of 30 k messages takes its time, too
        assertThat(result.recovered()).isBetween(0, best + 80);
        assertThat(result.goodput()).isGreaterThan(98);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000, 30_000, 100_000})
    void shouldBearPauseOfSender(int micros) {
        long rtt = micros * 1000L;
        OneToOne.Result result = OneToOne.senderPause(Way.PACING, rtt);

        assertThat(result.recovered())
                .isBetween(0, OneToOne.senderPause(Way.TCP, rtt).recovered() + 80);
    }

    /** Who has sent without a limit until now is told by the first complaint: it comes in time if the way is short, or the queue long. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 100_000})
    void shouldHoldWhatComesAfterAPauseOfSender(int micros) {
        long rtt = micros * 1000L;

        assertThat(OneToOne.senderPause(Way.PACING, rtt).most()).isLessThan(OneToOne.capacity(rtt));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000, 100_000})
    void shouldHoldWhatComesBeforeTheFirstComplaint(int micros) {
        long rtt = micros * 1000L;

        assertThat(OneToOne.saturating(Way.PACING, rtt).most()).isLessThan(OneToOne.capacity(rtt));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000})
    void shouldSpreadBurstsWithoutLosingTime(int micros) {
        OneToOne.Result result = OneToOne.bursts(Way.PACING, micros * 1000L);

        assertThat(result.goodput()).isGreaterThan(99);
        assertThat(result.most()).isLessThan(OneToOne.CAPACITY * 6 / 10);
    }

    @Test
    void shouldShareQueueFairlyAmongSendersAtDifferentDistances() {
        ManyToOne.Result result = ManyToOne.saturating(Way.PACING);

        assertThat(result.fairness()).isGreaterThan(0.99);
        assertThat(result.goodput()).isGreaterThan(99);
        assertThat(result.most()).isLessThan(OneToOne.CAPACITY * 0.6);
    }

    @Test
    void shouldLetSenderAloneThatSendsLessThanItsShare() {
        ManyToOne.Result result = ManyToOne.withLightSender(Way.PACING);

        assertThat(result.last()).isGreaterThan(9_900);
        assertThat(result.goodput()).isGreaterThan(98);
    }

    @Test
    void shouldKeepSlowTargetOutOfItsNeighboursWay() {
        ManyToOne.Neighbours paced = ManyToOne.neighbours(Way.PACING);

        assertThat(paced.fast()).isGreaterThan(149_000);
        assertThat(paced.slow()).isGreaterThan(4_950);
        assertThat(ManyToOne.neighbours(Way.TCP).fast()).isLessThan(20_000);
    }

    @Test
    void shouldNotLetDyingReceiverHurtTheOthers() {
        for (Publisher.Policy policy : new Publisher.Policy[] {Publisher.Policy.DROP, Publisher.Policy.SLOW_ALL}) {
            OneToMany.Result result = OneToMany.run(policy, 0, OneToMany.Trouble.DIES);
            assertThat(result.healthy()).isGreaterThan(99);
            assertThat(result.stall()).isZero();
        }
        assertThat(OneToMany.run(Publisher.Policy.LEAST_CREDIT, 1024, OneToMany.Trouble.DIES)
                        .healthy())
                .isLessThan(5);
    }

    @Test
    void shouldGiveSlowReceiverItsPaceAndTheOthersTheirs() {
        OneToMany.Result dropping = OneToMany.run(Publisher.Policy.DROP, 0, OneToMany.Trouble.SLOW);
        assertThat(dropping.healthy()).isGreaterThan(99);
        assertThat(dropping.last()).isGreaterThan(19_500);

        OneToMany.Result slowed = OneToMany.run(Publisher.Policy.SLOW_ALL, 0, OneToMany.Trouble.SLOW);
        assertThat(slowed.healthy()).isBetween(19.0, 23.0);
        assertThat(slowed.lost()).isZero();

        OneToMany.Result givenUp = OneToMany.runLong(Publisher.Policy.SLOW_ALL, OneToMany.Trouble.SLOW);
        assertThat(givenUp.healthy()).isGreaterThan(99);
        assertThat(givenUp.lost()).isPositive();
    }

    @Test
    void shouldReproduceWhatFixedCreditLosesOverDistance() {
        assertThat(OneToOne.saturating(Way.CREDIT_256, MILLI).goodput()).isLessThan(80);
        assertThat(OneToOne.saturating(Way.CREDIT_256, 10 * MILLI).goodput()).isLessThan(12);
        assertThat(OneToOne.saturating(Way.CREDIT_AUTO, 10 * MILLI).goodput()).isGreaterThan(97);
    }

    /** From 100 B to 1 MiB in one stream; what is large takes longer. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000})
    void shouldKeepReceiverOfMixedSizesBusyWithinItsBytes(int micros) {
        MixedSizes.Result result = MixedSizes.oneToOne(MixedSizes.BY_SIZE, micros * 1000L);

        assertThat(result.goodput()).isGreaterThan(97);
        assertThat(result.most()).isLessThan(MixedSizes.MOST);
        assertThat(result.controls()).isLessThan(40);
    }

    /** While nothing is done, nobody complains; afterwards all is as before. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000})
    void shouldRecoverFromPauseWithMixedSizes(int micros) {
        MixedSizes.Result result = MixedSizes.oneToOne(MixedSizes.WITH_PAUSE, micros * 1000L);

        assertThat(result.goodput()).isGreaterThan(97);
        assertThat(result.mean()).isLessThan(MixedSizes.MOST / 2.0);
    }

    /** A quarter of a second of 100 B, one of 1 MiB: the rate in bytes holds for both. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000})
    void shouldFollowSizesThatChangeByFourOrdersOfMagnitude(int micros) {
        MixedSizes.Result result = MixedSizes.phases(MixedSizes.BY_SIZE, micros * 1000L);

        assertThat(result.goodput()).isGreaterThan(90);
        assertThat(result.most()).isLessThan(MixedSizes.MOST);
    }

    @Test
    void shouldShareBytesFairlyAmongSendersOfDifferentSizes() {
        MixedSizes.Result result = MixedSizes.manyToOne(MixedSizes.BY_SIZE);

        assertThat(result.fairness()).isGreaterThan(0.99);
        assertThat(result.goodput()).isGreaterThan(97);
        assertThat(result.most()).isLessThan(2 * MixedSizes.CAPACITY);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000})
    void shouldPublishMixedSizesAtThePaceOfTheSlowest(int micros) {
        MixedSizes.Result result = MixedSizes.oneToMany(micros * 1000L);

        assertThat(result.goodput()).isGreaterThan(97);
        assertThat(result.most()).isLessThan(MixedSizes.MOST);
    }

    /** What bytes do not know: that a message takes as long however large it is. Nothing is buried all the same. */
    @Test
    void shouldLoseTimeOnlyWhereSizeSaysNothing() {
        MixedSizes.Result result = MixedSizes.oneToOne(MixedSizes.ALIKE, MILLI);

        assertThat(result.goodput()).isGreaterThan(70);
        assertThat(result.most()).isLessThan(2L * MixedSizes.MOST);
    }

    @Test
    void shouldGiveTheSameFiguresEachTime() {
        assertThat(OneToOne.bursts(Way.PACING, MILLI)).isEqualTo(OneToOne.bursts(Way.PACING, MILLI));
    }

    @Test
    @Tag("soak")
    void shouldPrintTables() throws IOException {
        Path file = Path.of("target", "pacing-simulation.md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, PacingReport.text());

        assertThat(file).content().contains("Saturating sender", "| 100 ms |").doesNotContain("NaN");
    }
}
