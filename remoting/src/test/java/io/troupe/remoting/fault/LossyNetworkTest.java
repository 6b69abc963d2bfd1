// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two processes in a network that loses every hundredth packet and takes 20 ms. Needs Linux, the rights of root, and the kernel's
 * netem; is skipped elsewhere, with the reason.
 */
@Tag("soak")
class LossyNetworkTest {
    private static final long MILLIS = 2 * Long.getLong("troupe.soak.millis", 1_000);
    private final String name = "troupe-" + ProcessHandle.current().pid();
    private boolean made;

    /** What a command says; it begins with "exit=" if it fails. */
    private static String run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0
                    ? said
                    : "exit=" + process.exitValue() + ", command=" + String.join(" ", command) + ", said=" + said;
        } catch (IOException e) {
            return "exit=none, command=" + String.join(" ", command) + ", cause=" + e.getMessage();
        }
    }

    private static void need(String said) {
        assumeTrue(!said.startsWith("exit="), () -> "this machine cannot lose packets on purpose: " + said);
    }

    @AfterEach
    void removeNetwork() throws InterruptedException {
        if (made) {
            run("ip", "netns", "del", name);
        }
    }

    @Test
    void shouldLoseNothingOnALossyNetwork() throws Exception {
        need(run("ip", "netns", "add", name));
        made = true;
        List<String> inside = List.of("ip", "netns", "exec", name);
        need(run("ip", "netns", "exec", name, "ip", "link", "set", "lo", "up"));
        need(run(("ip netns exec " + name + " tc qdisc add dev lo root netem loss 1% delay 20ms").split(" ")));
        try (ChildNode server = ChildNode.server(inside, 0);
                ChildNode client = ChildNode.client(inside, server.port())) {
            assertThat(client.line()).isEqualTo("sending");
            LockSupport.parkNanos(MILLIS * 1_000_000);
            assertThat(client.stop()).isEqualTo("0 wrong, 0 failed");
        }
    }
}
