// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ProbeTest {
    @TempDir
    Path root;

    @Test
    void shouldReadALaptop() throws IOException {
        assertThat(machine("laptop").facts())
                .contains(
                        entry("cpu", "Intel(R) Core(TM) i5-7200U CPU @ 2.50GHz"),
                        entry("sockets", "1"),
                        entry("cores", "2"),
                        entry("hardwareThreads", "4"),
                        entry("smt", "on"),
                        entry("governor", "powersave"),
                        entry("frequencyDriver", "intel_pstate"),
                        entry("frequencyLimits", "400 to 3100 MHz"),
                        entry("turbo", "on"),
                        entry("idleDriver", "intel_idle"),
                        entry("idleGovernor", "menu"),
                        entry(
                                "idleStates",
                                "POLL 0 µs, C1 2 µs, C1E 10 µs, C3 70 µs, C6 85 µs, C7s 124 µs, C8 200 µs, C10 890 µs (off)"),
                        entry("power", "battery"),
                        entry("memory", "15834 MiB"),
                        entry("memoryAvailable", "8906 MiB"),
                        entry("swap", "256 of 8191 MiB used"),
                        entry("transparentHugePages", "always"),
                        entry("transparentHugePagesDefrag", "madvise"),
                        entry("numaNodes", "1"),
                        entry("cgroup", "v2"),
                        entry("cgroupProcessors", "no limit"),
                        entry("cgroupMemory", "no limit"),
                        entry("cgroupThrottled", "unknown"),
                        entry("kernel", "6.1.0-18-amd64"),
                        entry("kernelOptions", "mitigations=auto"),
                        entry("vulnerabilities", "3 mitigated, 1 open, 1 not there"),
                        entry("hypervisor", "none"),
                        entry("clock", "tsc"),
                        entry("loadAverage", "1.92 1.10 0.74"),
                        entry("allowedProcessors", "0-3"),
                        entry("stealSinceStart", "0.0 %"),
                        entry("contextSwitches", "34000 per second since the start"),
                        entry("pressure", "cpu 0.53 %, memory 0.00 %, io 0.12 %"));
    }

    @Test
    void shouldMarkWhatIsWrongWithALaptop() throws IOException {
        assertThat(seen("laptop"))
                .containsExactly(
                        "SMT is on, so two hardware threads share a core",
                        "the governor is not performance on every processor (powersave)",
                        "turbo is on, so the frequency depends on heat and on how many cores work",
                        "an idle processor may need 200 µs to wake up",
                        "the machine runs on its battery",
                        "256 MiB are swapped out",
                        "transparent huge pages are always used, so the kernel may move memory at any time",
                        "the load was 1.92 on 4 processors at the start");
    }

    @Test
    void shouldReadAServer() throws IOException {
        assertThat(machine("server").facts())
                .contains(
                        entry("cpu", "AMD EPYC 7302 16-Core Processor"),
                        entry("sockets", "2"),
                        entry("cores", "4"),
                        entry("hardwareThreads", "8"),
                        entry("governor", "performance"),
                        entry("frequencyRange", "1500 to 3000 MHz"),
                        entry("turbo", "off"),
                        entry("idleStates", "POLL 0 µs, C1 1 µs, C2 400 µs (off)"),
                        entry("power", "unknown"),
                        entry("swap", "none"),
                        entry("numaNodes", "2"),
                        entry("numaProcessors", "0: 0-1,4-5; 1: 2-3,6-7"),
                        entry("numaBalancing", "on"),
                        entry("cgroupProcessors", "no limit"),
                        entry("allowedProcessors", "0-1,4-5"),
                        entry("kernelOptions", "isolcpus=2-3,6-7 nohz_full=2-3,6-7 rcu_nocbs=2-3,6-7 mitigations=off"));
        assertThat(seen("server"))
                .containsExactly(
                        "SMT is on, so two hardware threads share a core", "memory is spread over 2 NUMA nodes");
    }

    @Test
    void shouldHaveNothingAgainstAPreparedMachine() throws IOException {
        Machines.unpack("server", root);
        Machines.write(root, "sys/devices/system/cpu/smt/active", "0");
        Files.delete(root.resolve("sys/devices/system/node/node1/cpulist"));
        Files.delete(root.resolve("sys/devices/system/node/node1"));
        assertThat(Probe.below(root).machine().marks()).isEmpty();
    }

    @Test
    void shouldReadAGuest() throws IOException {
        assertThat(machine("guest").facts())
                .contains(
                        entry("sockets", "2"),
                        entry("smt", "off"),
                        entry("governor", "unknown"),
                        entry("turbo", "unknown"),
                        entry("idleDriver", "none"),
                        entry("hypervisor", "QEMU Standard PC (i440FX + PIIX, 1996)"),
                        entry("cgroup", "v1"),
                        entry("cgroupProcessors", "no limit"),
                        entry("cgroupMemory", "no limit"),
                        entry("cgroupThrottled", "0 of 0 periods, 0.0 s"),
                        entry("kernelOptions", "none"),
                        entry("clock", "kvm-clock"),
                        entry("stealSinceStart", "4.9 %"),
                        entry("pressure", "unknown"));
        assertThat(seen("guest"))
                .containsExactly(
                        "this is a virtual machine",
                        "the host took away 4.9 % of the processors' time since this machine was started");
    }

    @Test
    void shouldFindLimitsOfTheFirstVersion() throws IOException {
        Machines.unpack("guest", root);
        String groups = "sys/fs/cgroup/";
        Machines.write(root, groups + "cpu,cpuacct/user.slice/cpu.cfs_quota_us", "50000");
        Machines.write(
                root,
                groups + "cpu,cpuacct/user.slice/cpu.stat",
                "nr_periods 90\nnr_throttled 12\nthrottled_time 2500000000\n");
        Machines.write(root, groups + "memory/user.slice/memory.limit_in_bytes", "1073741824");
        assertThat(Probe.below(root).machine().facts())
                .contains(
                        entry("cgroupProcessors", "0.50"),
                        entry("cgroupMemory", "1024 MiB"),
                        entry("cgroupThrottled", "12 of 90 periods, 2.5 s"));
    }

    @Test
    void shouldReadAContainer() throws IOException {
        assertThat(machine("container").facts())
                .contains(
                        entry("smt", "on"),
                        entry("cgroup", "v2"),
                        entry("cgroupProcessors", "1.50"),
                        entry("cgroupMemory", "512 MiB"),
                        entry("cgroupThrottled", "1210 of 4000 periods, 52.5 s"),
                        entry("hypervisor", "Amazon EC2 m5.xlarge"),
                        entry("container", "docker"),
                        entry("kernelOptions", "transparent_hugepage=madvise psi=1"));
        assertThat(seen("container"))
                .containsExactly(
                        "SMT is on, so two hardware threads share a core",
                        "the control group allows the time of 1.50 processors on a machine that has 4",
                        "the control group was stopped in 1210 of 4000 periods since it exists, because its time was"
                                + " used up",
                        "this is a virtual machine",
                        "the clock is hpet, which takes about a microsecond to read");
    }

    @Test
    void shouldReadACapturedGuest() throws IOException {
        assertThat(machine("microvm").facts())
                .contains(
                        entry("cpu", "Intel(R) Xeon(R) Processor"),
                        entry("cores", "2"),
                        entry("smt", "off"),
                        entry("idleStates", "POLL 0 µs, haltpoll idle 1 µs"),
                        entry("hypervisor", "yes"),
                        entry("cgroup", "unknown"),
                        entry("clocks", "tsc kvm-clock"));
        assertThat(seen("microvm")).contains("this is a virtual machine");
    }

    @Test
    void shouldMarkASingleProcessor() throws IOException {
        Machines.write(root, "sys/devices/system/cpu/online", "0\n");
        Machines.write(root, "sys/devices/system/cpu/smt/active", "0\n");
        assertThat(Probe.below(root).machine().marks())
                .extracting(Mark::fact)
                .containsExactly("the machine has a single processor");
    }

    @Test
    void shouldNameAnArmProcessorByItsNumbers() throws IOException {
        Machines.write(
                root, "proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n\nprocessor\t: 1\n");
        assertThat(Probe.below(root).machine().facts())
                .contains(
                        entry("cpu", "implementer 0x41 part 0xd0c"),
                        entry("hardwareThreads", "2"),
                        entry("hypervisor", "unknown"));
    }

    @Test
    void shouldKnowNothingOfAnEmptyDirectory() {
        Environment environment = Probe.below(root).machine();
        assertThat(environment.facts()).hasSizeGreaterThan(30);
        assertThat(environment.facts().values()).containsOnly("unknown");
        assertThat(environment.marks())
                .extracting(Mark::fact)
                .containsExactly("whether processors share cores cannot be seen");
        assertThat(Probe.below(root.resolve("missing")).machine()).isEqualTo(environment);
    }

    @Tag("fuzz")
    @ParameterizedTest
    @FieldSource("io.troupe.bench.machine.Machines#NAMES")
    void shouldSurviveWhatNoKernelWrites(String name) throws IOException {
        List<String> paths = Machines.unpack(name, root);
        int facts = Probe.below(root).machine().facts().size();
        for (String path : paths) {
            Path file = root.resolve(path);
            String text = Files.readString(file);
            for (String wrong : List.of(
                    "",
                    "\0",
                    "-",
                    ":",
                    "0::/../..\n",
                    "99999999999999999999 9-1,2",
                    text.substring(text.length() / 2))) {
                Files.writeString(file, wrong);
                assertThat(Probe.below(root).machine().facts()).as(path).hasSize(facts);
                assertThat(Watch.start(root).stop().facts()).as(path).isNotEmpty();
            }
            Files.delete(file);
            Files.createDirectory(file);
            assertThat(Probe.below(root).machine().facts()).as(path).hasSize(facts);
            Files.delete(file);
            Files.writeString(file, text);
        }
    }

    @Test
    void shouldSayWhereAndWithWhatFiguresWereMade() {
        Environment environment = Probe.here().environment(List.of("-Xmx64m", "-XX:+UseSerialGC"));
        assertThat(environment.facts())
                .containsKeys("date", "commit", "os", "cpu", "processors", "jdk", "version.netty-common")
                .contains(
                        entry("jvmOptions", "-Xmx64m -XX:+UseSerialGC"),
                        entry("collector", "Serial"),
                        entry("heapLimit", "64 MiB"));
        assertThat(environment.facts().get("commit")).matches("[0-9a-f]{12}(-dirty)?|unknown");
    }

    private Environment machine(String name) throws IOException {
        Machines.unpack(name, root);
        return Probe.below(root).machine();
    }

    private List<String> seen(String name) throws IOException {
        return machine(name).marks().stream().map(Mark::fact).toList();
    }
}
