// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of JUnit 5 that is a simulation: the method has one parameter, the {@link Simulation}, and is called once per schedule
 * with a new one, on the same object of the test class. It counts as one test. An assumption that does not hold in a run skips it.
 * A time limit ends it with the run that has begun.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(SimulatedExtension.class)
public @interface Simulated {
    /** {@return the number of runs, at least 1} The system property {@code troupe.simulation.schedules} has precedence. */
    int schedules() default 100;

    /** {@return the seed of the first run} The system property {@code troupe.simulation.seed} has precedence. */
    long seed() default 0;
}
