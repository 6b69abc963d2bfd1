// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.testng.IAnnotationTransformer;
import org.testng.annotations.ITestAnnotation;

/** Repeats every rule of Reactive Streams: {@code -Dtroupe.tck.rounds=100} in the nightly run, once otherwise. */
public final class TckRounds implements IAnnotationTransformer {
    /** How often each rule is tried. */
    static final int ROUNDS = Integer.getInteger("troupe.tck.rounds", 1);

    @Override
    @SuppressWarnings("rawtypes") // TestNG's signature
    public void transform(
            ITestAnnotation test,
            @Nullable Class testClass,
            @Nullable Constructor constructor,
            @Nullable Method method) {
        test.setInvocationCount(ROUNDS);
    }
}
