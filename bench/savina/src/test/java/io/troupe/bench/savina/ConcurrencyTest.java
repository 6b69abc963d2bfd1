// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina;

import io.troupe.bench.savina.concurrency.buffer.BoundedBufferBenchmark;
import io.troupe.bench.savina.concurrency.dictionary.DictionaryBenchmark;
import io.troupe.bench.savina.concurrency.philosophers.PhilosophersBenchmark;
import io.troupe.bench.savina.support.BothSystems;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("soak")
class ConcurrencyTest {
    private static final BothSystems SYSTEMS = new BothSystems();

    @AfterAll
    static void close() {
        SYSTEMS.close();
    }

    @Test
    void shouldAnswerEveryRequestFromTheDictionary() {
        DictionaryBenchmark program = new DictionaryBenchmark();
        program.workers = 4;
        program.requests = 300;
        program.writePercent = 25;
        program.keys = 50; // few, so that keys are written by several workers and read afterwards
        SYSTEMS.run(program, 4 * 300);
    }

    @Test
    void shouldConsumeEveryItemOfABufferThatIsNeverTooFull() {
        BoundedBufferBenchmark program = new BoundedBufferBenchmark();
        program.room = 3;
        program.producers = 5;
        program.consumers = 2;
        program.items = 40;
        program.cost = 1;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldServeEveryMealWithBothForks() {
        PhilosophersBenchmark program = new PhilosophersBenchmark();
        program.philosophers = 5;
        program.rounds = 60;
        SYSTEMS.run(program, 5 * 60);
    }
}
