// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.simulation.delay.Delay;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated network is like. Immutable; every method returns a changed copy.
 *
 * @param latency how long a piece of bytes is under way
 * @param loss probability that a packet is lost, from 0 to below 1; as over TCP it is sent again, 200 ms later, then 400 ms …
 * @param bytesPerSecond how fast bytes leave on one connection and direction; 0: at once
 * @param partitions time between the end of one partition and the next; null: there are none
 * @param partitionLength how long a partition lasts
 * @param oneWay probability that a partition cuts one direction only, from 0 to 1
 * @param resets time between resets of a connection that is open; null: there are none
 * @param silences time until some open connection goes silent: both sides think that it is open, and nothing arrives any more;
 *     null: there are none
 */
public record NetworkConditions(
        Delay latency,
        double loss,
        long bytesPerSecond,
        @Nullable Delay partitions,
        Delay partitionLength,
        double oneWay,
        @Nullable Delay resets,
        @Nullable Delay silences) {
    private static final Delay USUAL_LATENCY = Delay.uniform(Duration.ofNanos(50_000), Duration.ofNanos(500_000));
    private static final Delay USUAL_PARTITION = Delay.upTo(Duration.ofSeconds(10));
    private static final double USUAL_ONE_WAY = 0.25;

    /**
     * Checks the ranges.
     *
     * @param latency any
     * @param loss from 0 to below 1
     * @param bytesPerSecond 0 or more
     * @param partitions null: none
     * @param partitionLength any
     * @param oneWay from 0 to 1
     * @param resets null: none
     * @param silences null: none
     * @throws IllegalArgumentException if a value is out of its range
     */
    public NetworkConditions {
        if (!(loss >= 0 && loss < 1)) {
            throw new IllegalArgumentException("loss must be from 0 to below 1: loss=" + loss);
        }
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException("bytesPerSecond must not be negative: bytesPerSecond=" + bytesPerSecond);
        }
        if (!(oneWay >= 0 && oneWay <= 1)) {
            throw new IllegalArgumentException("oneWay must be from 0 to 1: oneWay=" + oneWay);
        }
    }

    /** {@return a network in one room: from 50 to 500 microseconds, and nothing breaks} */
    public static NetworkConditions calm() {
        return new NetworkConditions(USUAL_LATENCY, 0, 0, null, USUAL_PARTITION, USUAL_ONE_WAY, null, null);
    }

    /**
     * The same with another latency.
     *
     * @param newLatency drawn for each piece
     * @return a changed copy
     */
    public NetworkConditions latency(Delay newLatency) {
        return new NetworkConditions(
                newLatency, loss, bytesPerSecond, partitions, partitionLength, oneWay, resets, silences);
    }

    /**
     * The same with another loss of packets, which delays bytes.
     *
     * @param newLoss probability, from 0 to below 1
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public NetworkConditions loss(double newLoss) {
        return new NetworkConditions(
                latency, newLoss, bytesPerSecond, partitions, partitionLength, oneWay, resets, silences);
    }

    /**
     * The same with another bandwidth.
     *
     * @param newBytesPerSecond of one connection and direction; 0: without a limit
     * @return a changed copy
     * @throws IllegalArgumentException if it is negative
     */
    public NetworkConditions bandwidth(long newBytesPerSecond) {
        return new NetworkConditions(
                latency, loss, newBytesPerSecond, partitions, partitionLength, oneWay, resets, silences);
    }

    /**
     * The same with partitions: the hosts fall into two groups by chance, and bytes between the groups wait until it ends.
     *
     * @param newPartitions time between the end of one and the next; null: none
     * @return a changed copy
     */
    public NetworkConditions partitions(@Nullable Delay newPartitions) {
        return new NetworkConditions(
                latency, loss, bytesPerSecond, newPartitions, partitionLength, oneWay, resets, silences);
    }

    /**
     * The same with other lengths of partitions.
     *
     * @param newLength how long each lasts; up to ten seconds otherwise
     * @return a changed copy
     */
    public NetworkConditions partitionLength(Delay newLength) {
        return new NetworkConditions(latency, loss, bytesPerSecond, partitions, newLength, oneWay, resets, silences);
    }

    /**
     * The same with another share of partitions that cut one direction only.
     *
     * @param newOneWay probability, from 0 to 1; a quarter otherwise
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public NetworkConditions oneWay(double newOneWay) {
        return new NetworkConditions(
                latency, loss, bytesPerSecond, partitions, partitionLength, newOneWay, resets, silences);
    }

    /**
     * The same with resets: a connection that is open breaks, and both sides are told.
     *
     * @param newResets time between them; null: none
     * @return a changed copy
     */
    public NetworkConditions resets(@Nullable Delay newResets) {
        return new NetworkConditions(
                latency, loss, bytesPerSecond, partitions, partitionLength, oneWay, newResets, silences);
    }

    /**
     * The same with connections that go silent: nobody is told, and nothing arrives any more.
     *
     * @param newSilences time between them; null: none
     * @return a changed copy
     */
    public NetworkConditions silences(@Nullable Delay newSilences) {
        return new NetworkConditions(
                latency, loss, bytesPerSecond, partitions, partitionLength, oneWay, resets, newSilences);
    }

    /** {@return the same latency and bandwidth, and nothing breaks} */
    public NetworkConditions healed() {
        return calm().latency(latency).bandwidth(bytesPerSecond);
    }
}
