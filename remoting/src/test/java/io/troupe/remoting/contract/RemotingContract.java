// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What must hold over every encoding and every transport. The tests of a class share one pair of systems per combination;
 * what they leave behind on it must not matter to the others.
 */
@ParameterizedClass(name = "{0} over {1}")
@MethodSource("io.troupe.remoting.contract.RemotingContract#combinations")
abstract class RemotingContract {
    static final Duration LIMIT = Node.LIMIT;

    static Pair pair;

    @Parameter(0)
    Encoding encoding;

    @Parameter(1)
    Way way;

    static Stream<Arguments> combinations() {
        return Arrays.stream(Encoding.values())
                .flatMap(encoding -> Arrays.stream(Way.values()).map(way -> arguments(encoding, way)));
    }

    @BeforeParameterizedClassInvocation
    static void openPair(Encoding encoding, Way way) {
        pair = Pair.open(encoding, way);
    }

    @AfterParameterizedClassInvocation
    static void closePair() {
        pair.close();
    }

    static <T> T await(Promise<T> promise) {
        return promise.await(LIMIT);
    }
}
