// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads raw files of any kind, all of a directory in the order of their names, or the folder of a run: its raw files, with the
 * facts and notes of its record. Files whose names begin with "aa-" are the controls of an A/A run.
 */
public final class RawFiles {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ENDING = ".json";
    private static final String CONTROL = "aa-";
    private static final String RAW = "raw";
    private static final String RECORD = "run.json";
    private static final String ALL = "results.json";

    private RawFiles() {}

    /**
     * Reads a file or directory. A file that is cut off or of an unknown kind is left out of a directory and named in a mark, so
     * that partial results can be read; so is the file with all results, unless it is alone.
     *
     * @throws IllegalArgumentException if there is nothing to read, or a single file is not understood
     * @throws UncheckedIOException if it cannot be read
     */
    public static Results read(Path path) {
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("results must exist: path=" + path);
        }
        if (!Files.isDirectory(path)) {
            return file(path);
        }
        return Files.isDirectory(path.resolve(RAW)) && Files.isRegularFile(path.resolve(RECORD))
                ? run(path)
                : directory(path);
    }

    /**
     * Reads text, with the readers that fit.
     *
     * @param name of the file, for sources and errors
     * @throws IllegalArgumentException if no reader understands it
     */
    public static Results parse(String name, String text) {
        List<JsonNode> values = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(text)) {
            while (parser.nextToken() != null) {
                values.add(parser.readValueAsTree());
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("results must be JSON: file=" + name + ", error=" + brief(e), e);
        }
        if (values.size() == 1) {
            JsonNode root = values.get(0);
            if (JmhReader.understands(root)) {
                return JmhReader.read(name, root);
            }
            if (ResultFile.understands(root)) {
                return ResultFile.read(name, root);
            }
            if (root.isArray()) {
                values.clear();
                root.forEach(values::add);
            }
        }
        if (!values.isEmpty() && values.stream().allMatch(LineReader::understands)) {
            return LineReader.read(name, values);
        }
        throw new IllegalArgumentException("results must be JMH's, a driver's or a program's: file=" + name);
    }

    private static Results file(Path file) {
        String name = name(file);
        try {
            Results results = parse(name, Files.readString(file));
            return name.startsWith(CONTROL) ? results.asControls() : results;
        } catch (CharacterCodingException e) { // cut off within a character
            throw new IllegalArgumentException("results must be JSON in UTF-8: file=" + name, e);
        } catch (IOException e) {
            throw new UncheckedIOException("results must be readable: file=" + file, e);
        }
    }

    /** What the record says of the machine counts more than what each raw file does. */
    private static Results run(Path folder) {
        JsonNode record;
        try {
            record = JSON.readTree(folder.resolve(RECORD).toFile());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "record of a run must be JSON: file=" + folder.resolve(RECORD) + ", error=" + brief(e), e);
        }
        Map<String, String> facts = new LinkedHashMap<>();
        record.path("environment")
                .properties()
                .forEach(fact -> facts.put(fact.getKey(), fact.getValue().asText()));
        List<String> notes = new ArrayList<>();
        record.path("notes").forEach(note -> notes.add(note.asText()));
        Results raw = directory(folder.resolve(RAW));
        return Results.of(facts, List.of(), notes).and(facts.isEmpty() ? raw : raw.withEnvironment(Map.of()));
    }

    private static Results directory(Path directory) {
        List<Path> files;
        try (Stream<Path> list = Files.list(directory)) {
            files = list.filter(file -> name(file).endsWith(ENDING)
                            && !name(file).equals(RECORD)
                            && !name(file).equals(ALL))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("results must be readable: directory=" + directory, e);
        }
        if (files.isEmpty() && Files.exists(directory.resolve(ALL))) {
            return file(directory.resolve(ALL));
        }
        Results all = Results.NONE;
        int read = 0;
        for (Path file : files) {
            try {
                all = all.and(file(file));
                read++;
            } catch (IllegalArgumentException e) {
                all = all.and(Results.of(Map.of(), List.of(), List.of("left out: " + e.getMessage())));
            }
        }
        if (read == 0) {
            throw new IllegalArgumentException(
                    "directory must have raw results: directory=" + directory + ", files=" + files.size());
        }
        return all;
    }

    private static String name(Path file) {
        Path name = file.getFileName();
        return name == null ? file.toString() : name.toString();
    }

    private static String brief(Exception e) {
        String message = String.valueOf(e.getMessage());
        return message.lines().findFirst().orElse(message);
    }
}
