// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.objstore.filestorage.DamagedFileException;
import io.troupe.examples.objstore.filestorage.DataRecord;
import io.troupe.examples.objstore.filestorage.Ids;
import io.troupe.examples.objstore.filestorage.TransactionRecord;
import io.troupe.examples.objstore.filestorage.TransactionScan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe objstore dump}. */
@Command(
        name = "dump",
        description = {
            "Prints the transactions of a storage and the headers of their records, and checks every one of them.",
            "Writes nothing, and may run beside a server. Objects are not looked into."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the storage is whole", "1:it is damaged", "2:wrong command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe objstore dump Data.fs",
            "  troupe objstore dump --json Data.fs |",
            "      jq -c '[.tid, (.records | length)]'"
        })
public final class DumpCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "A storage file, usually called Data.fs.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path file;

    @Option(names = "--json", description = "Print one JSON object per transaction and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public DumpCommand() {}

    /**
     * A transaction, as it is printed.
     *
     * @param time null if the id was not made from a time
     */
    record Line(
            long offset,
            String tid,
            @Nullable String time,
            String status,
            String user,
            String description,
            int extensionBytes,
            long length,
            List<Entry> records) {}

    /**
     * A record, as it is printed.
     *
     * @param back where the data is, if it is not here; null otherwise, and for a deleted object
     */
    record Entry(long offset, String oid, long previous, long length, @Nullable Long back, boolean deleted) {}

    @Override
    public Integer call() throws IOException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new Rules(spec).broken("a storage must be a file that can be read: file=" + file);
        }
        PrintWriter out = spec.commandLine().getOut();
        try (TransactionScan scan = TransactionScan.open(file)) {
            long objects = 0;
            long transactions = 0;
            for (TransactionRecord next = scan.next(); next != null && !out.checkError(); next = scan.next()) {
                out.println(json ? Json.line(line(next)) : text(next));
                transactions++;
                objects += next.records().size();
            }
            if (!json) {
                out.println("transactions " + transactions + ", records " + objects + ", last tid "
                        + Ids.text(scan.lastTid()) + ", ends at " + scan.end());
            }
            if (scan.tail() != null) {
                warn("the end of the file is the rest of a crash, and is ignored: offset=" + scan.end() + ", "
                        + scan.tail());
            }
            return 0;
        } catch (DamagedFileException e) {
            out.flush();
            warn(e.getMessage());
            return spec.exitCodeOnExecutionException();
        } finally {
            out.flush();
        }
    }

    private void warn(@Nullable String sentence) {
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + sentence);
        spec.commandLine().getErr().flush();
    }

    private static Line line(TransactionRecord transaction) {
        Instant time = Ids.time(transaction.tid());
        return new Line(
                transaction.offset(),
                Ids.text(transaction.tid()),
                time == null ? null : time.toString(),
                String.valueOf(transaction.status()),
                text(transaction.user()),
                text(transaction.description()),
                transaction.extension().length,
                transaction.length(),
                transaction.records().stream().map(DumpCommand::entry).toList());
    }

    private static Entry entry(DataRecord record) {
        return new Entry(
                record.offset(),
                Ids.text(record.oid()),
                record.previous(),
                record.length(),
                record.back() == 0 ? null : record.back(),
                record.isDeletion());
    }

    private static String text(TransactionRecord transaction) {
        Line line = line(transaction);
        StringBuilder text = new StringBuilder("transaction ")
                .append(line.tid())
                .append("  ")
                .append(line.time() == null ? "no time" : line.time())
                .append("  offset ")
                .append(line.offset())
                .append(line.status().isBlank() ? "" : "  status " + line.status())
                .append(line.user().isEmpty() ? "" : "  user " + line.user())
                .append(line.description().isEmpty() ? "" : "  " + line.description());
        for (Entry entry : line.records()) {
            text.append(System.lineSeparator())
                    .append("  object ")
                    .append(entry.oid())
                    .append("  offset ")
                    .append(entry.offset())
                    .append(entry.previous() == 0 ? "" : "  previous " + entry.previous())
                    .append(
                            entry.deleted()
                                    ? "  deleted"
                                    : entry.back() == null ? "  bytes " + entry.length() : "  data of " + entry.back());
        }
        return text.toString();
    }

    /** Bytes of a file must not command the terminal. */
    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
