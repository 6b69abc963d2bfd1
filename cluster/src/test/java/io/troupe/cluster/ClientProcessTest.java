// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client in a process of its own, without any driver of a database, while a member is killed and another one joins. */
@Tag("process")
class ClientProcessTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @AutoClose
    private final MemberProcesses processes = new MemberProcesses();

    private MemberProcess member(String name) throws IOException {
        return processes.start(
                folder,
                name,
                MemberProgram.class,
                MemberProgram.arguments(MemberPlace.file(folder.resolve("state.db")), name));
    }

    private MemberProcess client(String address) throws IOException {
        return processes.add(MemberProcess.start(
                folder,
                "client",
                ClientProgram.class,
                part -> !part.contains("sqlite") && !part.contains("postgresql"),
                List.of(address)));
    }

    private static void awaitRounds(MemberProcess client) {
        long before = round(client);
        Await.until("calls are answered", LIMIT, () -> round(client) > before + 6);
    }

    private static long round(MemberProcess client) {
        String last = client.last("ROUND");
        return last.isEmpty() ? 0 : Long.parseLong(last);
    }

    private static void awaitMembers(MemberProcess client, String names) {
        Await.until("it knows " + names, LIMIT, () -> client.last("MEMBERS").equals(names));
    }

    @Test
    void shouldGoOnWhateverHappensToMembers() throws Exception {
        MemberProcess one = member("one");
        member("two");
        MemberProcess client = client(one.last("STARTED"));
        awaitMembers(client, "[one, two]");
        awaitRounds(client);
        one.kill(); // the only one that the client was told
        awaitMembers(client, "[two]");
        awaitRounds(client);
        member("three");
        awaitMembers(client, "[three, two]");
        awaitRounds(client);
        client.end();
        client.await("RESULT []");
    }
}
