// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.Tier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Encodings and transports for the contracts: all pairs, or in the fast tier each transport once and each encoding. */
final class Combinations implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return Tier.pairs(List.of(Way.values()), List.of(Encoding.values()), context.getRequiredTestClass())
                .map(pair -> Arguments.of(pair.shorter(), pair.longer()));
    }
}
