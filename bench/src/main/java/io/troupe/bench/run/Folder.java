// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.troupe.bench.run.plan.BenchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a run keeps its files: {@code run.json}, {@code raw/*.json} and, for the curious, {@code log/*.log}. JSON files are
 * written beside their place and then renamed, so that one that is there is always whole. Any thread.
 *
 * @param path of the folder
 */
record Folder(Path path) {
    private static final String JSON = ".json";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Something that writes a file. */
    @FunctionalInterface
    interface Writer {
        /** Writes it. */
        void write(Path file) throws IOException;
    }

    /**
     * Makes the folder, and sees that it can be written.
     *
     * @throws BenchException if it cannot, or has files of another run: figures of two runs must not mix
     */
    static Folder prepare(Path path) {
        Folder folder = new Folder(path.toAbsolutePath().normalize());
        try {
            Files.createDirectories(folder.path);
            try (Stream<Path> files = Files.list(folder.path)) {
                if (files.findAny().isPresent()) {
                    throw BenchException.wrong("out must be a new or an empty folder: out=" + path);
                }
            }
            Files.createDirectories(folder.raw());
            Files.createDirectories(folder.logs());
            return folder;
        } catch (IOException e) {
            throw BenchException.wrong(
                    "out must be a folder that can be written: out=" + path + ", reason=" + reason(e));
        }
    }

    /**
     * The folder of a run that was.
     *
     * @throws BenchException if it is none
     */
    static Folder existing(Path path) {
        Folder folder = new Folder(path.toAbsolutePath().normalize());
        if (!Files.isRegularFile(folder.record())) {
            throw BenchException.wrong("dir must be the folder of a run, with run.json in it: dir=" + path);
        }
        return folder;
    }

    /** The file that says what ran. */
    Path record() {
        return path.resolve("run.json");
    }

    /**
     * What that file says.
     *
     * @throws BenchException if it is no JSON or not there
     */
    JsonNode readRecord() {
        try {
            return json(Files.readString(record()));
        } catch (IOException e) {
            throw BenchException.failed("file must hold JSON: file=" + record() + ", reason="
                    + e.getClass().getSimpleName());
        }
    }

    /** The raw file of a part. */
    Path raw(String part) {
        return raw().resolve(part + JSON);
    }

    /** What the measured programs said. */
    Path log(String part) {
        return logs().resolve(part + ".log");
    }

    /** The raw files that are there, by name. */
    List<Path> rawFiles() throws IOException {
        try (Stream<Path> files = Files.list(raw())) {
            return files.filter(file -> file.toString().endsWith(JSON)).sorted().toList();
        }
    }

    /** Writes a file whole or not at all. */
    static void write(Path file, Writer writer) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".part");
        try {
            writer.write(beside);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside); // half of it, if the disk was full
        }
    }

    /** The text of a file, also of one that was cut off within a character. */
    static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /**
     * Reads text that is one value of JSON; NaN is one, too.
     *
     * @throws IOException if it is something else
     */
    static JsonNode json(String text) throws IOException {
        JsonNode value = MAPPER.readTree(text);
        if (value.isMissingNode()) {
            throw new IOException("JSON must not be empty: length=" + text.length());
        }
        return value;
    }

    /** Where raw files are. */
    Path raw() {
        return path.resolve("raw");
    }

    private Path logs() {
        return path.resolve("log");
    }

    /** Exceptions of files often have only the path as their message. */
    private static String reason(IOException failure) {
        return failure.getClass().getSimpleName().replaceAll("Exception$", "");
    }
}
