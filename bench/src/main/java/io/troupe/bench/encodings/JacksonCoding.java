// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Jackson's data binding with a mapper of some format. Reader and writer are made once, as its documentation recommends. */
final class JacksonCoding extends CallCoding {
    private final ObjectWriter writer;
    private final ObjectReader reader;

    JacksonCoding(ObjectMapper mapper, Sample sample) {
        super(sample);
        JavaType type = mapper.getTypeFactory()
                .constructParametricType(Call.class, sample.body().getClass());
        writer = mapper.writerFor(type);
        reader = mapper.readerFor(type);
    }

    @Override
    public int encode() {
        memory.reset();
        try {
            writer.writeValue(memory, call);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return memory.size();
    }

    @Override
    public Object decode() {
        try {
            return reader.readValue(memory.array(), 0, memory.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
