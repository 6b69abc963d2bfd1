// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
    @TempDir
    Path root;

    @BeforeEach
    void begin() throws IOException {
        Machines.unpack("laptop", root);
        used(4711, "java", 4000, 2040);
        used(4712, "a (b) java", 4711, 760);
        used(4713, "sh", 4712, 60);
        used(900, "firefox", 1, 291_107);
    }

    @Test
    void shouldLeaveAQuietPieceUnmarked() throws IOException {
        Watch watch = Watch.start(root);
        passed(760, 230, 10, 0);
        used(4711, "java", 4000, 2040 + 300);
        used(4712, "a (b) java", 4711, 760 + 400);
        used(4713, "sh", 4712, 60 + 30);
        Disturbance disturbance = watch.stop();
        assertThat(disturbance.marks()).isEmpty();
        assertThat(disturbance.facts())
                .containsExactly(
                        entry("steal", "0.0 %"),
                        entry("otherProcesses", "3.0 %"),
                        entry("throttled", "unknown"),
                        entry("swapped", "0"),
                        entry("slowedByHeat", "0"),
                        entry("contextSwitches", "5000"),
                        entry("frequency", "1400 to 1400 MHz"));
    }

    @Test
    void shouldCountChildrenThatHaveEnded() throws IOException {
        Watch watch = Watch.start(root);
        passed(800, 200, 0, 0);
        Files.delete(root.resolve("proc/4713/stat"));
        used(4712, "a (b) java", 4711, 760 + 60 + 800); // it has waited for its child
        assertThat(watch.stop().facts()).contains(entry("otherProcesses", "0.0 %"));
    }

    @Test
    void shouldMarkAPieceBesideAnotherProgram() throws IOException {
        Watch watch = Watch.start(root);
        passed(800, 200, 0, 0);
        used(4711, "java", 4000, 2040 + 700);
        used(900, "firefox", 1, 291_107 + 100);
        assertThat(watch.stop().sentences())
                .containsExactly(
                        "other processes used 10.0 % of the processors' time meanwhile: end them and measure it"
                                + " again");
    }

    @Test
    void shouldMarkWhatTheHostTookAway() throws IOException {
        Watch watch = Watch.start(root);
        passed(0, 980, 0, 20);
        Disturbance disturbance = watch.stop();
        assertThat(disturbance.facts()).contains(entry("steal", "2.0 %"));
        assertThat(disturbance.sentences()).hasSize(1).first().asString().startsWith("the host took away 2.0 %");
    }

    @Test
    void shouldMarkSwappingHeatAndLowerFrequencies() throws IOException {
        Watch watch = Watch.start(root);
        Machines.write(root, "proc/vmstat", "pswpin 1283\npswpout 65540\n");
        Machines.write(root, "sys/devices/system/cpu/cpu2/thermal_throttle/core_throttle_count", "8");
        for (int cpu = 0; cpu < 4; cpu++) {
            Machines.write(root, "sys/devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_cur_freq", "1200000");
        }
        assertThat(watch.stop().marks())
                .extracting(Mark::fact)
                .containsExactly(
                        "7 pages were swapped meanwhile",
                        "processors slowed down 5 times meanwhile because of their heat",
                        "processors became slower meanwhile, from 1400 to 1200 MHz");
    }

    @Test
    void shouldMarkAControlGroupThatWasStopped() throws IOException {
        Path container = root.resolve("container");
        Machines.unpack("container", container);
        Watch watch = Watch.start(container);
        Machines.write(
                container, "sys/fs/cgroup/cpu.stat", "nr_periods 4100\nnr_throttled 1215\nthrottled_usec 60000000\n");
        assertThat(watch.stop().marks())
                .extracting(Mark::fact)
                .containsExactly("the control group was stopped in 5 periods meanwhile, because its time was used up");
    }

    @Test
    void shouldNotJudgeAPieceThatIsTooShort() throws IOException {
        Watch watch = Watch.start(root);
        passed(40, 0, 0, 40);
        Disturbance disturbance = watch.stop();
        assertThat(disturbance.facts()).contains(entry("steal", "unknown"), entry("otherProcesses", "unknown"));
        assertThat(disturbance.marks()).isEmpty();
    }

    @Test
    void shouldKnowNothingWithoutFiles() {
        Disturbance disturbance = Watch.start(root.resolve("missing")).stop();
        assertThat(disturbance.facts().values()).containsOnly("unknown");
        assertThat(disturbance.marks()).isEmpty();
    }

    /** Ticks of all processors since the start of the laptop. */
    private void passed(long user, long idle, long interrupts, long steal) throws IOException {
        Machines.write(
                root,
                "proc/stat",
                String.format(
                        "cpu  %d 20114 390112 %d 30110 0 %d %d 0 0%nctxt 1224005000%n",
                        1_420_311 + user, 12_240_093 + idle, 40_110 + interrupts, steal));
    }

    /** A process that has used some ticks, a part of them in children that have ended. */
    private void used(int process, String name, int parent, long ticks) throws IOException {
        String line = process + " (" + name + ") S " + parent + " 4711 4000 0 -1 4194304 90011 812 3 0 " + (ticks - 50)
                + " 20 20 10 20 0 31 0 802211\n";
        Machines.write(root, "proc/" + process + "/stat", line);
        if (process == 4711) {
            Machines.write(root, "proc/self/stat", line);
        }
    }
}
