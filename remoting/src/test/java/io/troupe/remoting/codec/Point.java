// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.ValueWriter;
import java.util.List;

/** A record with two components. */
record Point(long x, long y) {
    private static final List<String> NAMES = List.of("x", "y");

    /** With or without the name of the type. */
    static TypeSerializer<Point> serializer(boolean named) {
        return new TypeSerializer<>() {
            @Override
            protected void write(Point value, ValueWriter out) {
                out.beginRecord("Point", NAMES, named);
                out.field(0);
                out.integer(value.x());
                out.field(1);
                out.integer(value.y());
                out.endRecord();
            }

            @Override
            protected Point read(ValueReader in) {
                long x = 0;
                long y = 0;
                in.beginRecord();
                for (String name = in.nextField(); name != null; name = in.nextField()) {
                    switch (name) {
                        case "x" -> x = in.integer();
                        case "y" -> y = in.integer();
                        default -> in.skip();
                    }
                }
                return new Point(x, y);
            }
        };
    }
}
