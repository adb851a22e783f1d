type Props = { readonly image: { readonly url: string } | null };

/** The portrait of a person whose name stands beside it; nothing without one. */
export function Portrait({ image }: Props) {
  return image === null ? null : <img className="portrait" src={image.url} alt="" loading="lazy" />;
}
