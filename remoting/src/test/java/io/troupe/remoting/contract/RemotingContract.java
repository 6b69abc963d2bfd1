// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import java.time.Duration;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * What must hold over every encoding and every transport; the fast tier takes some pairs of them. The tests of a class share
 * one pair of systems per combination; what they leave behind on it must not matter to the others.
 */
@ParameterizedClass(name = "{0} over {1}")
@ArgumentsSource(Combinations.class)
abstract class RemotingContract {
    static final Duration LIMIT = Node.LIMIT;

    static Pair pair;

    @Parameter(0)
    Encoding encoding;

    @Parameter(1)
    Way way;

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
