"use client";

import { useQuery } from "@tanstack/react-query";
import { useController, useFormContext } from "react-hook-form";
import { identityName } from "@/components/identity/identity-name";
import { useTypedIds } from "@/components/identity/use-typed-ids";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { withPossiblePayer } from "@/components/launch/form/launch-rules";
import { unnamedCreator } from "@/components/launch/form/unnamed-creator";
import { IDENTITY_LABELS, IdentityField } from "@/components/recipients/identity-fields";
import { Button } from "@/components/ui/button";
import { RadioCards } from "@/components/ui/radio-cards";
import { useSignedIn } from "@/components/wallet/use-account";
import type { Identity, IdentityType } from "@/lib/shared/identity";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { configQuery } from "@/lib/web/queries";

/** Selects the creator. */
export function CreatorFields() {
  const { watch, setValue } = useFormContext<LaunchDraft>();
  const { data: limits } = useQuery(configQuery());
  const { creator, payer } = withPossiblePayer(watch(), limits);
  const withType = useTypedIds<LaunchDraft["creator"]["type"]>();
  const own = useSignedInIdentities().filter(
    ({ type, id }) => type !== creator.type || id !== creator.id,
  );
  const choose = (next: LaunchDraft["creator"]) =>
    setValue("creator", next, { shouldDirty: true, shouldValidate: next.id !== "" });
  const options = (["email", "twitter", "farcaster", "wallet"] as const).map((value) => ({
    value,
    title: IDENTITY_LABELS[value].title,
  }));
  return (
    <div className="grid gap-3">
      <RadioCards
        legend="Creator"
        name="creator-type"
        value={creator.type}
        options={[...options, { value: "none", title: "No creator" }]}
        onChoose={(type) => choose(withType(creator, type))}
        className="grid-cols-2 sm:grid-cols-5"
      />
      {own.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          You’re signed in.
          {own.map(({ type, id }) => (
            <Button key={`${type} ${id}`} size="small" onClick={() => choose({ type, id })}>
              Use {identityName({ type, name: id })}
            </Button>
          ))}
        </p>
      )}
      {creator.type === "none" ? (
        <p className="text-muted text-sm">{unnamedCreator({ payer }).text}</p>
      ) : (
        <CreatorName type={creator.type} />
      )}
    </div>
  );
}

function CreatorName({ type }: { type: IdentityType }) {
  const { field, fieldState } = useController<LaunchDraft, "creator.id">({ name: "creator.id" });
  return (
    <IdentityField
      type={type}
      name={field.name}
      inputRef={field.ref}
      value={field.value}
      error={fieldState.error?.message}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}

/** Verified identities of the signed-in user; empty when signed out. */
function useSignedInIdentities(): Identity[] {
  const isSignedIn = useSignedIn() !== null;
  const { data } = useQuery({ ...ownAccountQuery(), enabled: isSignedIn, staleTime: 60_000 });
  const identities = data?.account.identities ?? [];
  return identities.map(({ type, name }) => ({ type, id: name }));
}
