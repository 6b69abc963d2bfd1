// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client in a process of its own, without any driver of a database, while a member is killed and another one joins. */
@Tag("process")
class ClientProcessTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final List<ChildProcess> children = new ArrayList<>();

    @AfterEach
    void close() {
        children.forEach(ChildProcess::close);
    }

    private ChildProcess member(String name) throws IOException {
        return child(ChildProcess.start(
                MemberProgram.class,
                part -> true,
                folder.resolve(name + ".log"),
                List.of(folder.resolve("state.db").toString(), name)));
    }

    private ChildProcess client(String address) throws IOException {
        return child(ChildProcess.start(
                ClientProgram.class,
                part -> !part.contains("sqlite") && !part.contains("postgresql"),
                folder.resolve("client.log"),
                List.of(address)));
    }

    private ChildProcess child(ChildProcess made) {
        children.add(made);
        return made;
    }

    private static void awaitRounds(ChildProcess client) {
        long before = round(client);
        Await.until("calls are answered", LIMIT, () -> round(client) > before + 6);
    }

    private static long round(ChildProcess client) {
        String last = client.last("ROUND");
        return last.isEmpty() ? 0 : Long.parseLong(last);
    }

    private static void awaitMembers(ChildProcess client, String names) {
        Await.until("it knows " + names, LIMIT, () -> client.last("MEMBERS").equals(names));
    }

    @Test
    void shouldGoOnWhateverHappensToMembers() throws Exception {
        ChildProcess one = member("one");
        member("two");
        ChildProcess client = client(one.last("STARTED"));
        awaitMembers(client, "[one, two]");
        awaitRounds(client);
        one.process.destroyForcibly().waitFor(); // the only one that the client was told
        awaitMembers(client, "[two]");
        awaitRounds(client);
        member("three");
        awaitMembers(client, "[three, two]");
        awaitRounds(client);
        client.process.getOutputStream().close();
        client.await("RESULT []");
        assertThat(client.process.waitFor()).isZero();
    }
}
