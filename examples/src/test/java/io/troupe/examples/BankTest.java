// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import io.troupe.testkit.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BankTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    @Test
    @Tag("process")
    void shouldLoseNothingAndDoNothingTwiceWhileTheProcessIsKilled() throws Exception {
        Program bank = Program.start(
                "bank",
                "--accounts",
                "20",
                "--seconds",
                "1",
                "--kill",
                "2",
                "--json",
                "--db",
                folder.resolve("bank.db").toString());
        JsonNode result = bank.json();
        assertThat(result.get("accounts").asInt()).isEqualTo(20);
        assertThat(result.get("kills").asInt()).isEqualTo(2);
        assertThat(result.get("transfers").asInt()).isGreaterThan(128);
        assertThat(result.get("total").asLong()).isEqualTo(20_000);
        assertThat(result.get("expectedTotal").asLong()).isEqualTo(20_000);
        assertThat(result.get("duplicates").asLong()).isZero();
        assertThat(result.get("lost").asLong()).isZero();
    }

    @Test
    @Tag("process")
    void shouldLoseNothingAndDoNothingTwiceWhileAMemberIsKilled() throws Exception {
        Program bank = Program.start(
                "bank",
                "--cluster",
                "2",
                "--accounts",
                "20",
                "--seconds",
                "1",
                "--kill",
                "1",
                "--json",
                "--db",
                folder.resolve("bank.db").toString());
        JsonNode result = bank.json();
        assertThat(result.get("members").asInt()).isEqualTo(2);
        assertThat(result.get("kills").asInt()).isEqualTo(1);
        assertThat(result.get("moved").asLong()).isPositive();
        assertThat(result.get("worstUnavailableMillis").asLong()).isPositive();
        assertThat(result.get("total").asLong()).isEqualTo(20_000);
        assertThat(result.get("duplicates").asLong()).isZero();
        assertThat(result.get("lost").asLong()).isZero();
    }

    @Test
    @Tag("process")
    void shouldLeaveNothingInTheTemporaryFolderWhenItsProcessesAreKilled() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Program bank = Program.startWith(temporary, "bank", "--seconds", "1", "--kill", "1", "--json");
        assertThat(bank.json().get("kills").asInt()).isEqualTo(1);
        assertThat(temporary).isEmptyDirectory();
    }

    /** A bank of two members that makes transfers until it is told to end. */
    private Program openBank() throws Exception {
        String file = folder.resolve("bank.db").toString();
        Program bank = Program.start("bank", "--cluster", "2", "--accounts", "20", "--seconds", "3600", "--db", file);
        Await.until("transfers are made", LIMIT, () -> transfers() > 100);
        return bank;
    }

    /** Updates of all accounts so far. */
    private long transfers() {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("bank.db"));
                Statement statement = connection.createStatement();
                ResultSet sum = statement.executeQuery("select sum(version) from troupe_state")) {
            return sum.getLong(1);
        } catch (SQLException e) {
            return 0; // it has no tables yet
        }
    }

    @Test
    @Tag("process")
    void shouldCountTheMoneyWhenItIsInterrupted() throws Exception {
        Program bank = openBank();
        List<ProcessHandle> members = bank.children();
        assertThat(members).hasSize(2);
        bank.interrupt();
        bank.await("money       20,000 cents, expected 20,000");
        bank.await("duplicates  0, lost 0");
        assertThat(bank.exit()).isEqualTo(128 + 15);
        assertThat(members).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    @Tag("process")
    void shouldCountNothingWhenItIsInterruptedAtItsStart() throws Exception {
        Program bank = Program.start("bank", "--cluster", "2", "--json");
        Await.until("a member is starting", LIMIT, () -> !bank.children().isEmpty());
        List<ProcessHandle> members = bank.children();
        bank.interrupt();
        assertThat(bank.exit()).isEqualTo(128 + 15);
        assertThat(bank.rest())
                .contains("troupe bank: ended early, there is no result")
                .doesNotContain("total");
        assertThat(members).noneMatch(ProcessHandle::isAlive);
    }

    /** As a signal for all processes of a terminal or a service does it. */
    @Test
    @Tag("process")
    void shouldCountNothingWhenItIsInterruptedAtItsStartWithItsWorker() throws Exception {
        Program bank = Program.start("bank", "--json");
        Await.until("the worker is starting", LIMIT, () -> !bank.children().isEmpty());
        ProcessHandle worker = bank.children().get(0);
        bank.interrupt();
        worker.destroyForcibly();
        assertThat(bank.exit()).isEqualTo(128 + 15);
        assertThat(bank.rest())
                .contains("troupe bank: ended early, there is no result")
                .doesNotContain("total");
    }

    @Test
    @Tag("process")
    void shouldCountTheMoneyWhenItIsInterruptedWithItsWorker() throws Exception {
        String file = folder.resolve("bank.db").toString();
        Program bank = Program.start("bank", "--accounts", "20", "--seconds", "3600", "--json", "--db", file);
        Await.until("transfers are made", LIMIT, () -> transfers() > 100);
        ProcessHandle worker = bank.children().get(0);
        bank.interrupt();
        worker.destroyForcibly();
        assertThat(bank.exit()).isEqualTo(128 + 15);
        assertThat(bank.rest())
                .contains(
                        "\"total\":20000,\"expectedTotal\":20000,\"duplicates\":0,\"lost\":0,",
                        "troupe bank: ended early, the results are of the time until then");
    }

    @Test
    @Tag("process")
    void shouldFailNoTransferWhenAMemberIsToldToEnd() throws Exception {
        Program bank = openBank();
        bank.children().get(0).destroy();
        try (ClusterView view = ClusterView.file(folder.resolve("bank.db"))) {
            Await.until("another one has taken its place", LIMIT, () -> isReplaced(view.members()));
        }
        bank.interrupt();
        bank.await("kills       0, 0 transfers sent again");
        bank.await("duplicates  0, lost 0");
        assertThat(bank.exit()).isEqualTo(128 + 15);
    }

    /** One has left, and nobody had to fence it. */
    private static boolean isReplaced(List<MemberView> members) {
        long active = members.stream()
                .filter(each -> each.status() == MemberView.Status.ACTIVE)
                .count();
        return members.size() == 3 && active == 2 && members.stream().noneMatch(MemberView::proven);
    }

    @Test
    @Tag("process")
    void shouldLeaveNoProcessBehindWhenItIsKilled() throws Exception {
        Program bank = openBank();
        List<ProcessHandle> members = bank.children();
        assertThat(members).hasSize(2);
        bank.kill();
        for (ProcessHandle member : members) {
            member.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(bank.rest()).doesNotContain("standard output");
    }

    @Test
    @Tag("process")
    void shouldSayOnceThatAFileIsNoDatabase() throws Exception {
        Path file = Files.writeString(folder.resolve("letter.txt"), "Dear Sir or Madam, this is a letter.".repeat(100));
        Program bank = Program.start("bank", "--seconds", "1", "--db", file.toString());
        assertThat(bank.exit()).isEqualTo(1);
        bank.await("troupe bank: a file of states must be one of SQLite: ");
        bank.await("troupe bank: the worker must be able to use the database, see above");
    }

    /** The file may have a few pages more than its tables take, so for SQLite the disk is full. */
    @Test
    @Tag("process")
    void shouldSayInOneSentenceThatTheDiskIsFull() throws Exception {
        Program bank =
                Program.start("bank", "--seconds", "1", "--db", folder.resolve("bank.db") + "?max_page_count=60");
        assertThat(bank.exit()).isEqualTo(1);
        assertThat(bank.await("troupe bank: the worker must be able to store transfers: seconds=10, cause="))
                .contains("cause=the disk of the database is full, make room there");
    }

    @ParameterizedTest
    @CsvSource({
        "--cluster, 1, cluster must be at least 2: cluster=1",
        "--cluster, 17, cluster must be at most 16: cluster=17",
        "--accounts, 1, accounts must be at least 2: accounts=1",
        "--seconds, 0, seconds must be at least 1: seconds=0",
        "--kill, -1, kill must be at least 0: kill=-1",
        "--db, jdbc:mysql:x, db must be a file of SQLite or a URL of PostgreSQL: db=jdbc:mysql:x",
        "--db, missing/bank.db, db must be a file in a folder that exists: db=missing/bank.db"
    })
    void shouldRefuseWrongOptionsInOneSentence(String option, String value, String sentence) {
        StringWriter err = new StringWriter();
        CommandLine troupe = Troupe.commandLine().setErr(new PrintWriter(err));
        assertThat(troupe.execute("bank", option, value)).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly("troupe bank: " + sentence + " (try 'troupe bank --help')");
    }
}
