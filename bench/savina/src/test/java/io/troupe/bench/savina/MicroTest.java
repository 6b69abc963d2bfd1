// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina;

import io.troupe.bench.savina.micro.BigBenchmark;
import io.troupe.bench.savina.micro.ChameneosBenchmark;
import io.troupe.bench.savina.micro.CountingBenchmark;
import io.troupe.bench.savina.micro.ForkJoinCreateBenchmark;
import io.troupe.bench.savina.micro.ForkJoinThroughputBenchmark;
import io.troupe.bench.savina.micro.PingPongBenchmark;
import io.troupe.bench.savina.micro.ThreadRingBenchmark;
import io.troupe.bench.savina.support.BothSystems;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("soak")
class MicroTest {
    private static final BothSystems SYSTEMS = new BothSystems();

    @AfterAll
    static void close() {
        SYSTEMS.close();
    }

    @Test
    void shouldAnswerEveryPing() {
        PingPongBenchmark program = new PingPongBenchmark();
        program.pings = 50;
        SYSTEMS.run(program, 100);
    }

    @Test
    void shouldCountEveryMessage() {
        CountingBenchmark program = new CountingBenchmark();
        program.messages = 1_234;
        SYSTEMS.run(program, 1_234);
    }

    @Test
    void shouldCreateAndEndEveryActor() {
        ForkJoinCreateBenchmark program = new ForkJoinCreateBenchmark();
        program.actors = 2_500; // more than one chunk
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldComputeWithEveryMessage() {
        ForkJoinThroughputBenchmark program = new ForkJoinThroughputBenchmark();
        program.actors = 7;
        program.messages = 100;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldPassTheTokenRound() {
        ThreadRingBenchmark program = new ThreadRingBenchmark();
        program.actors = 5;
        program.hops = 123;
        SYSTEMS.run(program, 123);
    }

    @Test
    void shouldCountEveryMeetingTwice() {
        ChameneosBenchmark program = new ChameneosBenchmark();
        program.creatures = 10;
        program.meetings = 200;
        SYSTEMS.run(program, 400);
    }

    @Test
    void shouldAnswerEveryQuestionOfTheCrowd() {
        BigBenchmark program = new BigBenchmark();
        program.actors = 12;
        program.pings = 20;
        SYSTEMS.run(program, 12 * 20 * 2);
    }
}
